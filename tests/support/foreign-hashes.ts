/**
 * Password hashes of other software: bcrypt from Openwall or made with perl and libxcrypt, scrypt from RFC 7914 or
 * Python's hashlib, argon2 from the reference implementation or @noble/hashes.
 */
export const foreignHashes = [
  {
    madeBy: 'PHP (bcrypt, 2y)',
    hash: '$2y$10$abcdefghijklmnopqrstuu23JPZtHcGhwXSF41f93o/7vBdDut3Xu',
    password: 'correct horse',
  },
  {
    madeBy: 'libxcrypt (bcrypt, 2b)',
    hash: '$2b$12$abcdefghijklmnopqrstuuFDJRuYeKkCzo3Wy7h8SxhBSHBAHiPK2',
    password: 'correct horse',
  },
  {
    madeBy: 'libxcrypt (bcrypt, 2a, the least cost)',
    hash: '$2a$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e',
    password: 'correct horse',
  },
  {
    madeBy: 'libxcrypt (bcrypt, more than ASCII)',
    hash: '$2b$05$abcdefghijklmnopqrstuuJle.iZ0HydI0pt1p.fYQNcC2ygoDkde',
    password: 'pässwörd 🔑',
  },
  {
    madeBy: 'Openwall (bcrypt)',
    hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
    password: 'U*U',
  },
  {
    madeBy: 'passlib (scrypt)',
    hash: '$scrypt$ln=14,r=8,p=1$c29tZXNhbHQxMjM0NTY3OA$Z+vTFHXWeMs6C/fpopC2EtMBxb/+8wug9qxM4bpACbs',
    password: 'correct horse',
  },
  {
    madeBy: 'RFC 7914 (scrypt)',
    hash: '$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw',
    password: 'pleaseletmein',
  },
  {
    madeBy: 'hashlib (scrypt, as costly as it may be)',
    hash: '$scrypt$ln=17,r=8,p=1$c29tZXNhbHQxMjM0NTY3OA$Hp9kyTzogJVfPsYtp8DObSAwvX+MGMZH/kEICM8oWqk',
    password: 'correct horse',
  },
  {
    madeBy: 'Werkzeug (scrypt)',
    hash: 'scrypt:32768:8:1$kX9pQ2mZr7Tb4Lwd$0b4d5a304fe4980f917781e92f34f2c9a707f80fbfaa74e40968c4538d5aaf8afa5812ebfbb95575a571e0edd07c934a2441302734beb3a496f387efce1c409d',
    password: 'pässwörd 🔑',
  },
  {
    madeBy: 'the argon2 reference (argon2id)',
    hash: '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
    password: 'password',
  },
  {
    madeBy: 'the argon2 reference (argon2id, 64 MiB)',
    hash: '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    password: 'password',
  },
  {
    madeBy: 'the argon2 reference (argon2i)',
    hash: '$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8',
    password: 'password',
  },
  {
    madeBy: '@noble/hashes (argon2i, the version before)',
    hash: '$argon2i$v=16$m=256,t=2,p=1$c29tZXNhbHQ$/U3YPXYsSb3q9XxHvc0MLxur+GP960kN9j7emXX8zwY',
    password: 'password',
  },
  {
    madeBy: '@noble/hashes (argon2d)',
    hash: '$argon2d$v=19$m=256,t=2,p=1$c29tZXNhbHQ$JcTui6RIBUtJ78gE5Hi52CO+H5vS6Z9R1uxAB6OhUB8',
    password: 'password',
  },
  {
    madeBy: '@noble/hashes (argon2id, four lanes)',
    hash: '$argon2id$v=19$m=512,t=3,p=4$c29tZXNhbHQ$pGA8K8hfkhG5GJ413zVQzCVAWOU946GNgHz5mKf9kXQ',
    password: 'correct horse',
  },
] as const
