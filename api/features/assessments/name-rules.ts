import type { SkillRefusal } from '../../../contract/skill-refusals'

/** Which typed names are refused, in English and Spanish, and what is meant by names that are not listed. All rules are in this file. */
export interface NameRule {
  reason: SkillRefusal
  /** Words in a row. `*` at an end of a word is any rest of it. */
  patterns: readonly string[]
  /** The nearest listed skill; null: found in the rest of the name. */
  instead: string | null
  /** The pattern means something else before or after one of these words. */
  unlessNext?: readonly string[]
  unlessPrevious?: readonly string[]
}

/** Separated by commas. */
const list = (text: string): string[] => text.split(',').map((name) => name.trim())

const helpers = list(`assistant, aide, aid, assisting, receptionist, secretary, scheduler, scheduling, office`)
const software = list(`software, data, solution, solutions, cloud, enterprise, information, system, systems`)

const protectedTitles: readonly Omit<NameRule, 'reason'>[] = [
  {
    patterns: list(`nurse, nurses, nursing, rn, lpn, lvn, crna, enfermera, enfermero, enfermeria`),
    instead: 'CNA',
    unlessNext: [...helpers, 'home'],
  },
  {
    patterns: ['surgeon', '*surgeon', '*surgeons', 'surgery', 'cirujano', 'cirujana', 'cirugia'],
    instead: 'Medical Assistant',
    unlessNext: ['scheduler', 'scheduling', 'receptionist'],
  },
  {
    patterns: list(`
    physician, physicians, doctor, doctors, doctora, medico, medica, pediatrician, paediatrician,
    psychiatrist, obstetrician, anesthetist, hospitalist, internist, general practitioner, pediatra,
    psiquiatra, anestesista, ginecologo, ginecologa`),
    instead: 'Medical Assistant',
    unlessNext: ['billing', 'scheduler', 'receptionist', 'office'],
  },
  {
    patterns: list(`
    anesthesiologist, cardiologist, dermatologist, neurologist, oncologist, radiologist, urologist,
    gynecologist, gynaecologist, pathologist, ophthalmologist, endocrinologist, gastroenterologist,
    nephrologist, pulmonologist, rheumatologist, immunologist, hematologist, cardiologo, neurologo,
    dermatologo, radiologo, oncologo`),
    instead: 'Patient Care',
  },
  {
    patterns: list(`
    dentist, dentists, orthodontist, endodontist, periodontist, dental hygienist, prosthodontist, dentista,
    odontologo, odontologa, ortodoncista, higienista dental`),
    instead: 'Medical Assistant',
    unlessNext: helpers,
  },
  {
    patterns: ['pharmacist', 'pharmacists', 'farmaceutico', 'farmaceutica', 'apothecary'],
    instead: 'Pharmacy Technician',
  },
  {
    patterns: list(`
    psychologist, psychotherapist, physiotherapist, physical therapist, occupational therapist,
    respiratory therapist, speech therapist, speech language pathologist, family therapist,
    marriage therapist, mental health counselor, social worker, midwife, chiropractor, optometrist,
    optician, audiologist, podiatrist, dietitian, dietician, acupuncturist, radiographer,
    radiologic technologist, sonographer, naturopath, osteopath, perfusionist, psicologo, psicologa,
    fisioterapeuta, partera, trabajador social, trabajadora social, quiropractico, optometrista,
    nutriologo`),
    instead: 'Patient Care',
    unlessNext: helpers,
  },
  { patterns: ['paramedic', 'paramedics', 'emt', 'paramedico', 'paramedica'], instead: 'First Aid & CPR' },
  {
    patterns: ['veterinarian', 'vet', 'veterinary', 'veterinario', 'veterinaria'],
    instead: 'Patient Care',
    unlessNext: [...helpers, 'technician'],
  },
  {
    patterns: list(`
    pilot, pilots, copilot, air traffic controller, ship captain, sea captain, flight captain,
    airline captain, flight engineer, locomotive engineer, train driver, train engineer, piloto, copiloto,
    controlador aereo, capitan de barco, maquinista de tren`),
    instead: 'Dispatcher',
    unlessNext: ['car', 'program', 'project', 'plant', 'study', 'testing'],
  },
  {
    patterns: list(`
    lawyer, lawyers, attorney, attorneys, barrister, solicitor, judge, notary, magistrate, prosecutor,
    public defender, abogado, abogada, notario, juez, fiscal`),
    instead: 'Regulatory Reporting',
    unlessNext: ['assistant', 'receptionist', 'secretary'],
  },
  {
    patterns: list(`
    professional engineer, civil engineer, structural engineer, mechanical engineer, chemical engineer,
    nuclear engineer, land surveyor, ingeniero civil, ingeniera civil, ingeniero mecanico`),
    instead: 'Quality Assurance',
    unlessNext: ['assistant', 'helper'],
  },
  { patterns: ['electrical engineer', 'ingeniero electrico'], instead: 'Electrician' },
  {
    patterns: ['architect', 'architects', 'arquitecto', 'arquitecta'],
    instead: 'Graphic Design',
    unlessPrevious: [...software, 'security', 'network', 'web', 'application', 'technical'],
  },
  {
    patterns: ['public accountant', 'chartered accountant', 'cpa', 'actuary', 'contador publico', 'contadora publica'],
    instead: 'Bookkeeping',
  },
  {
    patterns: list(`
    financial advisor, financial adviser, financial planner, investment advisor, investment adviser,
    stockbroker, stock broker, securities broker, insurance broker, insurance agent, mortgage broker,
    asesor financiero, corredor de bolsa`),
    instead: 'Portfolio Management',
  },
  {
    patterns: ['realtor', 'real estate agent', 'real estate broker', 'real estate appraiser', 'agente inmobiliario'],
    instead: 'Real Estate Investing',
  },
  {
    patterns: list(`
    police, policeman, policewoman, sheriff, detective, firefighter, fire fighter, fireman, firewoman,
    border patrol, customs officer, air marshal, policia, bombero, bombera`),
    instead: 'Incident Reporting',
    unlessNext: ['dispatch', 'dispatcher', 'radio'],
  },
]

const vendorCertificates: readonly Omit<NameRule, 'reason'>[] = [
  { patterns: ['ccna', 'ccnp', 'ccie', 'network+'], instead: 'Networking' },
  { patterns: ['cissp', 'cism', 'cisa', 'ceh', 'oscp', 'security+'], instead: 'Cybersecurity Basics' },
  { patterns: ['comptia', 'itil', 'mcse', 'mcsa', 'rhce', 'rhcsa'], instead: 'IT Support' },
  { patterns: ['aws certified', 'azure fundamentals', 'azure administrator', 'cka', 'ckad'], instead: 'Cloud Basics' },
  { patterns: ['pmp', 'capm', 'prince2', 'csm', 'togaf'], instead: 'Project Management' },
  { patterns: ['six sigma', 'green belt', 'black belt'], instead: 'Process Improvement' },
  { patterns: ['servsafe', 'haccp certificate'], instead: 'Food Safety' },
  { patterns: ['osha 10', 'osha 30', 'osha10', 'osha30'], instead: 'OSHA Workplace Safety' },
  { patterns: ['epa 608', 'nate certificate'], instead: 'HVAC Technician' },
  { patterns: ['ase a*', 'ase certificate'], instead: 'Auto Mechanic' },
  { patterns: ['nccer', 'aws d1*', 'cwi'], instead: 'Welder' },
  { patterns: ['cfa', 'frm', 'series 7', 'series 65', 'series 66'], instead: 'Portfolio Management' },
  { patterns: ['nclex'], instead: 'CNA' },
  { patterns: ['shrm', 'sphr'], instead: 'Leadership' },
]

const brands: readonly Omit<NameRule, 'reason'>[] = [
  {
    patterns: list(`
    photoshop, adobe, indesign, lightroom, canva, coreldraw, autocad, solidworks, revit, sketchup,
    premiere pro, final cut`),
    instead: 'Graphic Design',
  },
  { patterns: ['figma', 'sketch app', 'invision'], instead: 'UI/UX Design' },
  { patterns: ['aws', 'amazon web services', 'azure', 'google cloud', 'gcp', 'vmware'], instead: 'Cloud Basics' },
  { patterns: ['sap', 'oracle', 'netsuite', 'workday', 'servicenow'], instead: 'Business Analysis' },
  { patterns: ['sage', 'freshbooks', 'turbotax', 'peachtree', 'quicken', 'tally erp'], instead: 'Bookkeeping' },
  {
    patterns: list(`hubspot, mailchimp, google ads, facebook ads, meta ads, tiktok, instagram, youtube`),
    instead: 'Marketing Strategy',
  },
  { patterns: ['shopify', 'squarespace', 'wix', 'webflow', 'drupal', 'joomla'], instead: 'Web Development' },
  { patterns: ['jira', 'asana', 'trello', 'monday com', 'notion', 'basecamp'], instead: 'Project Management' },
  {
    patterns: list(`snowflake, databricks, looker, qlik, qlikview, qlik sense, spss, stata, matlab, alteryx`),
    instead: 'Data Visualization',
  },
  { patterns: ['splunk', 'cisco', 'fortinet', 'palo alto networks', 'juniper networks'], instead: 'Networking' },
  { patterns: ['slack', 'zoom', 'zoom meetings'], instead: 'Communication' },
  { patterns: ['uber', 'lyft', 'doordash', 'instacart', 'grubhub', 'fedex', 'ups driver'], instead: 'Delivery Driver' },
  { patterns: ['caterpillar', 'john deere', 'komatsu'], instead: 'Heavy Equipment Operator' },
  { patterns: ['tesla', 'toyota', 'bmw', 'snap on'], instead: 'Auto Mechanic' },
  { patterns: ['epic systems', 'cerner', 'meditech'], instead: 'Medical Billing' },
]

/** Titles before a name, degrees, and words that claim a license. */
const claimWords = list(`
    licensed, licenced, license, licence, certified, certificated, certification, registered, chartered,
    accredited, authorized, authorised, official, state approved, dr, dra, phd, md, esq, prof, professor,
    licenciado, licenciada, licencia, certificado, certificada, registrado, registrada, colegiado,
    colegiada, titulado, titulada, acreditado, acreditada`)

const masters = list(`
    electrician, plumber, carpenter, welder, mason, roofer, painter, mechanic, hvac, technician, baker,
    cook, chef, builder, craftsman, barber, tiler, electricista, plomero, fontanero, carpintero, soldador,
    albanil, de obra, mecanico, cocinero, panadero`).flatMap((trade) => [`master ${trade}`, `maestro ${trade}`])

const profanity = list(`
    fuck*, motherfuck*, shit, shitty, bullshit, bitch*, cunt*, dick, dickhead, cock, cocksucker, pussy,
    whore*, slut*, fag, faggot*, nigger*, nigga*, asshole*, arsehole*, ass, bastard*, wank*, twat*, retard,
    porn*, blowjob, rapist, puta, puto, mierda, pendejo, pendeja, cabron, cabrona, verga, joder, culero,
    chingar, chingada, maricon, hijo de puta, gilipollas`)

const because = (reason: SkillRefusal, rules: readonly Omit<NameRule, 'reason'>[]): NameRule[] =>
  rules.map((rule) => ({ reason, ...rule }))

/** The first that matches decides. */
export const nameRules: readonly NameRule[] = [
  { reason: 'profanity', patterns: profanity, instead: null },
  ...because('protected-title', protectedTitles),
  ...because('vendor-certificate', vendorCertificates),
  { reason: 'claim-word', patterns: [...masters, ...claimWords], instead: null },
  ...because('brand', brands),
]

/** Protected words that are also refused with one letter wrong. */
export const FUZZY_FROM_CHARS = 5

/** Other names of listed skills: “Did you mean …?” */
export const otherNames: ReadonlyMap<string, readonly string[]> = new Map(
  `
    Bookkeeping: bookkeeper, accounts clerk, accounting clerk, ledger clerk, contabilidad, tenedor de libros
    Accounts Payable: ap clerk, accounts payable clerk, invoice processing, cuentas por pagar
    Accounts Receivable: ar clerk, accounts receivable clerk, collections clerk, cuentas por cobrar
    Payroll Processing: payroll, payroll clerk, payroll specialist, nomina
    Tax Preparation: tax preparer, tax returns, taxes, income tax preparation, preparador de impuestos
    Budgeting & Forecasting: budgeting, forecasting, budget planning, presupuestos
    Stock Analysis: stock picking, equity analysis, stock research
    Power BI: powerbi reports, power bi reports, business intelligence reports
    Excel: spreadsheets, ms excel, spreadsheet, hojas de calculo, pivot tables
    SQL: database queries, mysql, postgresql, structured query language, sql server, t sql
    Data Visualization: data viz, charts and graphs, visualizacion de datos
    Data Cleaning: data cleansing, data preparation, limpieza de datos
    A/B Testing: split testing, ab test
    Project Management: project manager, project coordinator, project lead, gestion de proyectos
    Business Analysis: business analyst, requirements analysis, analista de negocios
    Supply Chain Management: supply chain, logistics management, procurement, cadena de suministro
    Sales Management: sales manager, sales lead, gerente de ventas
    Product Management: product manager, product owner
    Process Improvement: lean, kaizen, lean manufacturing, continuous improvement, mejora continua
    Google Workspace: google docs, google sheets, gmail, google drive, google slides
    Microsoft 365: microsoft office, ms office, office 365, microsoft word, ms word, powerpoint, outlook, microsoft teams, word processing
    Web Development: web developer, website development, html, css, html and css, front end developer, frontend developer, desarrollo web
    JavaScript: js, ecmascript, javascript developer, typescript
    Python: python programming, python developer, python scripting
    Cybersecurity Basics: cyber security, cybersecurity, information security, it security, ciberseguridad
    IT Support: help desk, helpdesk, tech support, technical support, desktop support, computer repair, soporte tecnico
    Networking: computer networks, network administration, network administrator, redes
    Graphic Design: graphic designer, visual design, diseno grafico, logo design
    UI/UX Design: ux design, ui design, user experience, user interface design, ux designer, product design
    Software Testing: software tester, qa testing, manual testing, test engineer, pruebas de software
    Communication: communication skills, comunicacion, interpersonal communication
    Teamwork: collaboration, team player, working in a team, trabajo en equipo
    Problem Solving: troubleshooting, resolucion de problemas, problem solver
    Time Management: planning my day, gestion del tiempo, prioritization
    Leadership: leading people, team leader, team lead, people management, liderazgo
    Customer Service: customer support, customer care, customer service representative, call center agent, call center, servicio al cliente, atencion al cliente
    Public Speaking: presentations, presenting, speeches, hablar en publico
    Business Writing: business correspondence, email writing, report writing
    Workplace English: english, esl, english language, ingles, business english
    Quality Assurance: quality control, qa, quality inspector, control de calidad
    OSHA Workplace Safety: osha, workplace safety, safety officer, occupational safety, health and safety, seguridad laboral
    HIPAA Basics: hipaa, patient privacy
    Anti-Money Laundering: aml, kyc
    Data Privacy: gdpr, data protection, proteccion de datos
    Electrician: electrical work, electrical wiring, wireman, electricista, house wiring, electrical installation
    Carpenter: carpentry work, woodworker, joiner, carpintero, framer, finish carpenter, cabinet maker, cabinetmaker
    Plumber: plumbing, pipefitter, pipe fitter, plomero, fontanero, plomeria
    Welder: welding, mig welding, tig welding, soldador, arc welding, stick welding
    HVAC Technician: hvac, air conditioning technician, air conditioning, heating and cooling, refrigeration technician, ac repair, aire acondicionado
    Painter: house painter, painting, pintor, house painting, interior painting
    Mason: bricklayer, bricklaying, masonry, albanil, stonemason, brick mason
    Roofer: roofing, techador, roof repair, roof installation
    Drywall Installer: drywall, drywaller, sheetrock, drywall hanger, plasterboard
    Tile Setter: tiler, tiling, tile installer, floor tiler, tile laying
    Heavy Equipment Operator: excavator operator, bulldozer operator, backhoe operator, loader operator, digger driver
    Concrete Finisher: concrete work, cement mason, concrete worker, concrete finishing
    Landscaper: landscaping, gardener, gardening, lawn care, groundskeeper, jardinero, lawn mowing
    Maintenance Technician: handyman, building maintenance, facility maintenance, maintenance worker, mantenimiento
    CNA: nurse aide, nurse assistant, nurses aide, nursing aide, auxiliar de enfermeria, patient care assistant
    Home Health Aide: hha, home care aide, home health care, home care worker, home carer
    Medical Assistant: clinical assistant, medical office assistant, asistente medico
    Phlebotomy: phlebotomist, blood draw, drawing blood, flebotomista
    First Aid & CPR: first aid, cpr, first aider, bls, primeros auxilios
    Medical Billing: medical coding, medical biller, medical billing and coding, facturacion medica
    Pharmacy Technician: pharmacy tech, pharmacy assistant, drugstore assistant, tecnico de farmacia
    Caregiver: elder care, elderly care, senior care, carer, cuidador, cuidadora, personal care aide
    Massage Therapy: massage, massage therapist, masseuse, masajista
    Fitness Training: personal trainer, fitness trainer, fitness coach, gym instructor, entrenador personal
    Cook: chef, sous chef, cooking, commis, cocinero, cocinera, kitchen staff, grill cook, short order cook
    Food Safety: food handler, food handling, food hygiene, haccp, manipulador de alimentos
    Server: waiter, waitress, wait staff, mesero, mesera, camarero, food server
    Bartender: barman, barmaid, bar tender, bartending, mixologist, cantinero
    Barista: coffee maker, coffee shop worker, coffee barista, coffee making
    Housekeeper: housekeeping, hotel cleaner, room attendant, maid, cleaner, cleaning lady, camarera de piso, house cleaning, chambermaid, limpieza
    Front Desk Agent: receptionist, front desk, hotel receptionist, front desk clerk, recepcionista
    Baker: baking, bread baker, panadero, bread making, pastry baker
    Dishwasher: dish washer, dishwashing, kitchen porter, lavaplatos, kp
    Event Catering: catering, caterer, banquet server
    Restaurant Supervisor: restaurant manager, shift supervisor restaurant, floor supervisor restaurant
    Truck Driver (CDL): trucker, commercial driver, semi truck driver, long haul driver, lorry driver, camionero, class a driver, tractor trailer driver
    Delivery Driver: courier, package delivery, van driver, delivery person, repartidor, parcel delivery
    Forklift Operator: forklift driver, forklift, fork lift driver, lift truck operator, montacarguista
    Warehouse Worker: warehouse associate, order picker, picker packer, warehouseman, stock handler, almacenista, warehouse operative
    Dispatcher: dispatch, truck dispatcher, freight dispatcher, dispatching, despachador
    Inventory Control: inventory management, stock control, inventory clerk, inventario, stocktaking
    Shipping & Receiving: shipping clerk, receiving clerk, shipping, receiving
    Bus Driver: school bus driver, coach driver, conductor de autobus, chofer de autobus
    Hazmat Handling: hazmat, hazardous materials, dangerous goods
    Auto Mechanic: car mechanic, mechanic, automotive technician, auto repair, car repair, mecanico, auto technician
    Diesel Mechanic: truck mechanic, diesel technician, diesel repair, mecanico diesel
    Auto Body Repair: body shop, auto body technician, panel beater, collision repair, dent repair, hojalatero
    Brake Specialist: brake repair, brake technician, brakes
    Tire Technician: tire changer, tire repair, tyre fitter, tire fitter, llantero
    Proven Childcare Provider: childcare, child care, nanny, babysitter, babysitting, daycare worker, ninera, childminder
    Proven Retail Associate: cashier, retail, shop assistant, store clerk, retail associate, cajero, cajera, retail worker
    Proven Security Officer: security guard, security officer, night watchman, guardia de seguridad
    Proven Administrative Assistant: administrative assistant, admin assistant, office assistant, secretary, secretaria, office clerk
    Proven Sales Associate: sales associate, salesperson, salesman, sales rep, sales representative, vendedor
    Proven Construction Worker: construction worker, construction laborer, construction helper, builder, obrero de construccion, labourer
    Proven Food Service Worker: fast food worker, cafeteria worker, food service, food prep
  `
    .trim()
    .split('\n')
    .map((line): [string, string[]] => {
      const [skill = '', names = ''] = line.split(': ')
      return [skill.trim(), list(names)]
    }),
)

/** They change no skill: “Senior Electrician”, “Excel 2024”. */
export const modifiers: readonly string[] = list(`
    senior, junior, lead, head, chief, advanced, basic, basics, beginner, beginners, intermediate, expert,
    level, professional, experienced, skilled, entry, trainee, apprentice, helper, journeyman, general,
    microsoft, ms, residential, commercial, industrial, hotel, restaurant, hospital, assistant, skills,
    skill, knowledge, training, work, job, specialist, technician, worker, operator, for, in, of, and, the,
    a, with, my, proven, i, ii, iii, ayudante, de, en, y`)

/** Names of their own that look like a listed one. */
export const ownNames: readonly string[] = list(`
    banker, banking, barber, printer, printing, dry cleaning, butcher, tailor, sailor, winder, miner,
    weaver, potter, farmer, gamer, driver education`)

/** First words of people’s names that are not words of work. */
export const givenNames: readonly string[] = list(`
    aaron, abdul, adriana, ahmed, alejandra, alejandro, alex, alexander, alexandra, ali, alice, alicia,
    amanda, amy, ana, andrea, andres, andrew, angela, anita, anna, anne, anthony, antonio, ashley, barack,
    barbara, beatriz, ben, benjamin, brandon, brian, carl, carla, carlos, carmen, carol, carolina,
    caroline, catherine, charles, christina, christine, christopher, cristina, cynthia, daniel, daniela,
    david, deborah, diana, diego, donald, dmitri, dorothy, edward, elena, elizabeth, elon, emily, emma,
    enrique, eric, erik, esther, fatima, fernando, francisco, gabriel, gabriela, george, gloria, guadalupe,
    hannah, hassan, heather, helen, henry, hillary, ibrahim, irina, isabel, ivan, jacob, james, jane,
    janet, jason, javier, jeff, jeffrey, jennifer, jessica, jesus, joe, john, jonathan, jorge, jose,
    joseph, joshua, juan, julia, julie, justin, karen, karl, kate, katherine, kathleen, keith, kelly,
    kenneth, kevin, kimberly, larry, laura, lauren, leticia, linda, lisa, lucia, luis, luisa, manuel,
    marcos, margaret, maria, marie, mario, martha, martin, mary, matthew, megan, melissa, michael,
    michelle, miguel, mohamed, mohammed, monica, muhammad, nancy, natalia, nicholas, nicole, olga,
    oleksandr, olivia, oscar, pablo, pamela, patricia, patrick, paul, paula, pedro, peter, philip, rachel,
    rafael, raul, rebecca, ricardo, richard, robert, roberto, ronald, rosa, ryan, samantha, samuel, sandra,
    sara, sarah, sergei, sergio, sharon, sofia, sophia, stephanie, stephen, steven, susan, susana,
    svetlana, taylor, teresa, thomas, timothy, tom, vanessa, veronica, victor, victoria, vladimir, walter,
    william, yolanda, yusuf`)
