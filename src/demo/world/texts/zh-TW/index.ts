import type { SeedTexts } from '../../seed-texts.ts'
import { errands } from './errands.ts'
import { family } from './family.ts'
import { friends } from './friends.ts'
import { familyGroup, friendsGroup, workGroup } from './groups.ts'
import { localGroup } from './local-group.ts'
import { messageTemplates } from './message-templates.ts'
import { groups, people, remarks, slots, tags } from './people.ts'
import { work } from './work.ts'

export const seedTexts: SeedTexts = {
  people,
  remarks,
  groups,
  tags,
  slots,
  messageTemplates,
  threads: { friends, family, work, ...errands, friendsGroup, familyGroup, workGroup, localGroup },
}
