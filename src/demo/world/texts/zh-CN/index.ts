import type { Corpus } from '../../corpus.ts'
import { errands } from './errands.ts'
import { family } from './family.ts'
import { friends } from './friends.ts'
import { familyGroup, friendsGroup, workGroup } from './groups.ts'
import { localGroup } from './local-group.ts'
import { groups, people, remarks, slots, tags } from './people.ts'
import { pieces } from './pieces.ts'
import { work } from './work.ts'

export const corpus: Corpus = {
  people,
  remarks,
  groups,
  tags,
  slots,
  pieces,
  threads: { friends, family, work, ...errands, friendsGroup, familyGroup, workGroup, localGroup },
}
