/** People by their part in the world. Each language has its own names for them. */
export const personKeys = [
  'me',
  'close',
  ...(['friend1', 'friend2', 'friend3', 'friend4', 'friend5', 'friend6', 'friend7', 'friend8'] as const),
  ...(['friend9', 'mother', 'father', 'sister', 'grandmother', 'cousin', 'manager'] as const),
  ...(['colleague1', 'colleague2', 'colleague3', 'colleague4', 'colleague5', 'colleague6'] as const),
  ...(['landlord', 'teacher', 'neighbour', 'shop', 'coach'] as const),
  ...(['echo', 'slow', 'chatterbox', 'painter', 'reader', 'newcomer'] as const),
  ...(['applicant1', 'applicant2', 'applicant3'] as const),
  ...(['quiet1', 'quiet2', 'quiet3', 'quiet4', 'quiet5'] as const),
  ...(['member1', 'member2', 'member3', 'member4', 'member5', 'member6'] as const),
] as const
export type PersonKey = (typeof personKeys)[number]

/** People played by bots. */
export const botKeys = ['echo', 'slow', 'chatterbox', 'painter', 'reader', 'newcomer'] as const
export type BotKey = (typeof botKeys)[number]

export const groupKeys = [
  'oldFriends',
  'weekend',
  'family',
  'team',
  'project',
  'building',
  'club',
  'news',
] as const
export type GroupKey = (typeof groupKeys)[number]

/** The tags of the signed-in person. */
export const tagKeys = ['family', 'work', 'weekend', 'closest'] as const
export type TagKey = (typeof tagKeys)[number]

/** Business contacts, each with its own topics. */
export const errandKeys = ['landlord', 'teacher', 'neighbour', 'shop', 'coach'] as const
export type ErrandKey = (typeof errandKeys)[number]

/** Circles of conversations. In `family` and with `errandKeys`, role `b` is the signed-in person. */
export const circleKeys = [
  'friends',
  'family',
  'work',
  ...errandKeys,
  'friendsGroup',
  'familyGroup',
  'workGroup',
  'localGroup',
] as const
export type CircleKey = (typeof circleKeys)[number]
