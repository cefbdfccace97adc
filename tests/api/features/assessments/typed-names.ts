/** What people may type, written before the rules: a hundred of each kind. */
export const protectedNames: readonly string[] = lines(`
Nurse, Registered Nurse, Registered Nurse (RN), RN, LPN, Nurse Practitioner, Enfermera, Enfermero registrado, Nursing, ICU Nurse,
Surgeon, Neurosurgeon, Heart Surgeon, Cirujano, Cirujana plástica, Orthopedic Surgeon, Oral Surgeon, Surgon, N u r s e, Nurs\u0435,
Doctor, Medical Doctor, Physician, Family Physician, Pediatrician, Psychiatrist, Cardiologist, Dermatologist, Médico, Doctora,
Anesthesiologist, Radiologist, Oncologist, Obstetrician, General Practitioner, Physician Assistant, Dr. House, Doctor of Medicine, Neurologist, Urologist,
Dentist, Orthodontist, Dental Hygienist, Dentista, Dental Surgeon, Pharmacist, Farmacéutico, Clinical Pharmacist, Pharmasist, Dentst,
Psychologist, Clinical Psychologist, Psicóloga, Physical Therapist, Occupational Therapist, Respiratory Therapist, Speech Therapist, Social Worker, Midwife, Chiropractor,
Optometrist, Podiatrist, Paramedic, EMT, Dietitian, Audiologist, Veterinarian, Vet, Veterinario, Acupuncturist,
Pilot, Airline Pilot, Helicopter Pilot, Commercial Pilot, Piloto, Air Traffic Controller, Ship Captain, Copilot, Train Driver, Drone Pilot,
Lawyer, Attorney, Attorney at Law, Abogado, Abogada de inmigración, Judge, Notary, Notary Public, Solicitor, Immigration Lawyer,
Civil Engineer, Structural Engineer, Professional Engineer, Architect, Landscape Architect, Certified Public Accountant, CPA, Financial Advisor, Police Officer, Firefighter`)

/** Misspelled, and the listed skill. */
export const misspelledNames: readonly (readonly [typed: string, meant: string])[] = pairs(`
excell=Excel, Exel=Excel, Electrican=Electrician, Elecrician=Electrician, Electritian=Electrician, Eletrician=Electrician, Carpentor=Carpenter, Carpanter=Carpenter, Plummer=Plumber, Plumer=Plumber,
Weldor=Welder, Wleder=Welder, Paintor=Painter, Mazon=Mason, Rofer=Roofer, Roofor=Roofer, Drywal Installer=Drywall Installer, Dry wall Instaler=Drywall Installer, Tile Seter=Tile Setter, Heavy Equipement Operator=Heavy Equipment Operator,
Hevy Equipment Operator=Heavy Equipment Operator, Concreet Finisher=Concrete Finisher, Landscapper=Landscaper, Landscaping Landscapr=Landscaper, Maintenence Technician=Maintenance Technician, Maintainance Technician=Maintenance Technician, Home Helth Aide=Home Health Aide, Home Health Aid=Home Health Aide, Medical Asistant=Medical Assistant, Medcial Assistant=Medical Assistant,
Flebotomy=Phlebotomy, Phlebotomey=Phlebotomy, Pacient Care=Patient Care, Medical Biling=Medical Billing, Pharmacy Technition=Pharmacy Technician, Farmacy Technician=Pharmacy Technician, Care giver=Caregiver, Caregivr=Caregiver, Infecton Control=Infection Control, Masage Therapy=Massage Therapy,
Fitnes Training=Fitness Training, Coook=Cook, Cok=Cook, Food Saftey=Food Safety, Food Safty=Food Safety, Sever=Server, Bartendar=Bartender, Bar tender=Bartender, Baristta=Barista, Housekeepr=Housekeeper,
House keeper=Housekeeper, Front Desk Agnet=Front Desk Agent, Bakker=Baker, Dish washer=Dishwasher, Dishwaser=Dishwasher, Event Cattering=Event Catering, Restaurant Supervizor=Restaurant Supervisor, Restaraunt Supervisor=Restaurant Supervisor, Truck Drivr=Truck Driver (CDL), Truk Driver=Truck Driver (CDL),
Delivery Drivr=Delivery Driver, Delivry Driver=Delivery Driver, Fork lift Operator=Forklift Operator, Forklift Operater=Forklift Operator, Ware house Worker=Warehouse Worker, Warehose Worker=Warehouse Worker, Dispacher=Dispatcher, Dispatchr=Dispatcher, Inventory Controll=Inventory Control, Shiping & Receiving=Shipping & Receiving,
Route Planing=Route Planning, Bus Drvier=Bus Driver, Hazmat Handeling=Hazmat Handling, Auto Mecanic=Auto Mechanic, Auto Mechanik=Auto Mechanic, Deisel Mechanic=Diesel Mechanic, Auto Body Repare=Auto Body Repair, Brake Specalist=Brake Specialist, Tire Technican=Tire Technician, Hydralics=Hydraulics,
Quick Books=QuickBooks, Quickboks=QuickBooks, Book keeping=Bookkeeping, Bookeeping=Bookkeeping, Payrol Processing=Payroll Processing, Acounts Payable=Accounts Payable, Accounts Recievable=Accounts Receivable, Tax Preperation=Tax Preparation, Projekt Management=Project Management, Project Managment=Project Management,
Pyton=Python, Java Script=JavaScript, Javascrip=JavaScript, Tablau=Tableau, Statistiks=Statistics, Power B I=Power BI, Costumer Service=Customer Service, Comunication=Communication, Leadershp=Leadership, Negotation=Negotiation`)

/** In other words, and the listed skill. */
export const synonyms: readonly (readonly [typed: string, meant: string])[] = pairs(`
Chef=Cook, Commercial Driver=Truck Driver (CDL), Excel 2024=Excel, Advanced Excel=Excel, Senior Electrician=Electrician, Junior Electrician=Electrician, Electrician Helper=Electrician, Apprentice Plumber=Plumber, Plumbing=Plumber, Welding=Welder,
Bookkeeper=Bookkeeping, Payroll=Payroll Processing, Payroll Clerk=Payroll Processing, Tax Preparer=Tax Preparation, Spreadsheets=Excel, MS Excel=Excel, MySQL=SQL, Project Manager=Project Management, Business Analyst=Business Analysis, Supply Chain=Supply Chain Management,
Sales Manager=Sales Management, Product Manager=Product Management, Google Docs=Google Workspace, Google Sheets=Google Workspace, Gmail=Google Workspace, Microsoft Office=Microsoft 365, Office 365=Microsoft 365, Microsoft Word=Microsoft 365, PowerPoint=Microsoft 365, Web Developer=Web Development,
Python Developer=Python, Python Programming=Python, JavaScript Developer=JavaScript, Cyber Security=Cybersecurity Basics, Help Desk=IT Support, Tech Support=IT Support, Computer Networks=Networking, Graphic Designer=Graphic Design, UX Designer=UI/UX Design, Software Tester=Software Testing,
Team Leader=Leadership, Customer Support=Customer Service, Call Center=Customer Service, English=Workplace English, Quality Control=Quality Assurance, Workplace Safety=OSHA Workplace Safety, HIPAA=HIPAA Basics, Electricista=Electrician, Carpintero=Carpenter, Plomero=Plumber,
Soldador=Welder, Pintor=Painter, Albañil=Mason, Bricklayer=Mason, House Painter=Painter, HVAC=HVAC Technician, Air Conditioning Technician=HVAC Technician, Roofing=Roofer, Drywall=Drywall Installer, Tiler=Tile Setter,
Excavator Operator=Heavy Equipment Operator, Gardener=Landscaper, Landscaping=Landscaper, Handyman=Maintenance Technician, Nurse Aide=CNA, Home Care Aide=Home Health Aide, Phlebotomist=Phlebotomy, First Aid=First Aid & CPR, CPR=First Aid & CPR, Medical Coding=Medical Billing,
Pharmacy Tech=Pharmacy Technician, Elderly Care=Caregiver, Massage Therapist=Massage Therapy, Personal Trainer=Fitness Training, Cocinero=Cook, Sous Chef=Cook, Food Handler=Food Safety, Waiter=Server, Waitress=Server, Bartending=Bartender,
Housekeeping=Housekeeper, Hotel Cleaner=Housekeeper, Receptionist=Front Desk Agent, Baking=Baker, Kitchen Porter=Dishwasher, Catering=Event Catering, Trucker=Truck Driver (CDL), Camionero=Truck Driver (CDL), Courier=Delivery Driver, Forklift Driver=Forklift Operator,
Warehouse Associate=Warehouse Worker, Order Picker=Warehouse Worker, Dispatch=Dispatcher, Inventory Management=Inventory Control, School Bus Driver=Bus Driver, Car Mechanic=Auto Mechanic, Truck Mechanic=Diesel Mechanic, Body Shop=Auto Body Repair, Nanny=Proven Childcare Provider, Cashier=Proven Retail Associate`)

/** No listed skill, and nothing against it. */
export const harmlessNames: readonly string[] = lines(`
Bee Keeping, Beekeeper, Glassblower, Pottery, Sewing, Tailor, Seamstress, Knitting, Butcher, Fishmonger,
Florist, Flower Arranging, Photography, Wedding Photographer, Video Editing, Sound Engineer, Lighting Technician, Stagehand, Puppeteer, Piano Tuning,
Guitar Teacher, Music Production, Translation, Spanish Interpreter, Transcription, Proofreading, Journalism, Blogging, Copywriting, Podcasting,
Barber, Hair Styling, Makeup Artist, Nail Technician, Eyebrow Threading, Tattooing, Dog Grooming, Dog Walking, Horse Riding, Farm Hand,
Fruit Picking, Dairy Farming, Tractor Driving, Irrigation, Fishing, Forestry, Tree Pruning, Chainsaw Work, Snow Removal, Pool Cleaning,
Window Cleaning, Carpet Laying, Upholstery, Furniture Making, Locksmith, Glazier, Scaffolding, Insulation, Solar Panel Installation, Elevator Maintenance,
Crane Rigging, Surveying Assistant, Machinist, CNC Milling, Lathe Work, Sheet Metal, Assembly Line, Packaging, Printing, Bookbinding,
Textile Weaving, Shoe Repair, Watch Repair, Jewelry Making, Phone Repair, Bicycle Repair, Boat Building, Aircraft Cleaning, Railway Track Maintenance, Mining,
Recycling, Waste Collection, Pest Control, Laundry, Dry Cleaning, Library Assistant, Museum Guide, Tour Guide, Flight Attendant, Lifeguard,
Swimming Coach, Yoga Teacher, Football Coach, Chess, Calligraphy, Archery, Software Architect, Dental Receptionist, Legal Secretary, Veterinary Assistant`)

/** Neither a skill nor a job. */
export const otherRefused: readonly string[] = lines(`
https://example.com, www.pay-me.example.com, someone@example.com, 🔧, 🔥🔥🔥, 12345, Maria Garcia, Barack Obama, John Smith, Fatima Al-Sayed,
Fucking Welder, Puta, Licensed Welder, Certified Electrician, Master Plumber, Chartered Bookkeeper, TrustTag Certified Doctor, PMP, CCNA, Photoshop`)

function lines(text: string): string[] {
  return text.split(',').map((name) => name.trim())
}

function pairs(text: string): [string, string][] {
  return lines(text).map((pair): [string, string] => {
    const [typed = '', meant = ''] = pair.split('=')
    return [typed, meant]
  })
}
