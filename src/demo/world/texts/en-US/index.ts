import type { SeedTexts } from '../../seed-texts.ts'
import { errands } from './errands.ts'
import { family } from './family.ts'
import { friends } from './friends.ts'
import { familyGroup, friendsGroup, workGroup } from './groups.ts'
import { localGroup } from './local-group.ts'
import { messageTemplates } from './message-templates.ts'

import { work } from './work.ts'

/** Names and words of the English world. */
const people: SeedTexts['people'] = {
  me: 'Robin',
  close: 'Maya',
  friend1: 'Theo',
  friend2: 'Priya',
  friend3: 'Callum',
  friend4: 'Josie',
  friend5: 'Ben',
  friend6: 'Nadia',
  friend7: 'Felix',
  friend8: 'Orla',
  friend9: 'Dev',
  mother: 'Helen',
  father: 'Martin',
  sister: 'Tess',
  grandmother: 'Peggy',
  cousin: 'Louis',
  manager: 'Ingrid',
  colleague1: 'Amara',
  colleague2: 'Stefan',
  colleague3: 'Jo',
  colleague4: 'Hamish',
  colleague5: 'Lena',
  colleague6: 'Tariq',
  landlord: 'Mr Doyle',
  teacher: 'Beatriz',
  neighbour: 'Joan',
  shop: 'Corner Bike Repairs',
  coach: 'Dominic',
  echo: 'Echo Ellie',
  slow: 'Walter',
  chatterbox: 'Zoe',
  painter: 'Milo',
  reader: 'Ursula',
  newcomer: 'Finn',
  applicant1: 'Sandra',
  applicant2: 'Kofi',
  applicant3: 'Elsie',
  quiet1: 'Grace',
  quiet2: 'Anton',
  quiet3: 'Yusuf',
  quiet4: 'Wendy',
  quiet5: 'Pascal',
  member1: 'Ruth',
  member2: 'Gareth',
  member3: 'Simone',
  member4: 'Ollie',
  member5: 'Hana',
  member6: 'Victor',
}

const remarks: SeedTexts['remarks'] = {
  mother: 'Mum',
  father: 'Dad',
  sister: 'Tess 🐢',
  grandmother: 'Gran',
  landlord: 'Mr Doyle (landlord)',
  teacher: 'Beatriz – Spanish',
  neighbour: 'Joan next door',
  coach: 'Dom (climbing)',
}

const groups: SeedTexts['groups'] = {
  oldFriends: 'Back Row Forever',
  weekend: 'Saturday hike',
  family: 'Family 🏡',
  team: 'Team lunch & co',
  project: 'Spring launch',
  building: '14 Mill Lane residents',
  club: 'Thursday Book Club',
  news: 'Town Library News',
}

const tags: SeedTexts['tags'] = {
  family: 'Family',
  work: 'Work',
  weekend: 'Weekend',
  closest: 'Closest',
}

const slots: SeedTexts['slots'] = {
  name: ['Sam', 'Nina', 'Joel', 'Marta', 'Kit', 'Bea', 'Rory', 'Imogen', 'Leo', 'Cass', 'Noor', 'Patrick'],
  food: [
    'dumplings',
    'lasagne',
    'fish tacos',
    'mushroom risotto',
    'a proper curry',
    'shepherd’s pie',
    'pancakes',
    'ramen',
    'roast chicken',
    'falafel wraps',
    'chilli',
    'gnocchi',
  ],
  drink: ['coffee', 'tea', 'a hot chocolate', 'a cider', 'lemonade', 'a flat white', 'mint tea'],
  place: [
    'the park',
    'the market hall',
    'the little cinema',
    'the lake',
    'the canal café',
    'the climbing gym',
    'the museum',
    'the allotment',
    'the station',
    'the pool',
  ],
  city: ['Lisbon', 'Edinburgh', 'Ghent', 'Porto', 'York', 'Ljubljana', 'Galway', 'Kraków'],
  show: [
    'that lighthouse series',
    'the baking one',
    'the detective with the goat',
    'the space station drama',
    'the one set on the ferry',
    'the documentary about octopuses',
  ],
  time: ['half six', 'seven', 'quarter past eight', 'noon', 'five-ish', 'ten', 'three', 'half past one'],
  day: ['Saturday', 'Sunday', 'Thursday', 'Friday', 'Tuesday', 'Monday', 'Wednesday'],
  thing: ['drill', 'tent', 'cake tin', 'ladder', 'suitcase', 'sewing machine', 'cool box', 'projector'],
  task: [
    'the budget sheet',
    'the onboarding guide',
    'the release notes',
    'the survey results',
    'the customer list',
    'the new landing page',
    'the invoice template',
    'the training slides',
  ],
  number: ['three', 'four', 'five', 'six', 'eight', 'twelve', 'twenty'],
}

export const seedTexts: SeedTexts = {
  people,
  remarks,
  groups,
  tags,
  slots,
  messageTemplates,
  threads: { friends, family, work, ...errands, friendsGroup, familyGroup, workGroup, localGroup },
}
