import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { userId } from '#schemas/ids.ts'
import { toGroupMember } from '#schemas/translate/groups.ts'
import { wireGroupMember } from '#schemas/wire/calls/groups.ts'
import { toShownMember, withOwnRemarks } from '#src/features/groups/use-group.ts'

const named = { RemarkName: 'Old', UserNickName: 'Benjamin', GroupMemberName: 'Captain' }
const toMember = (fields: object) =>
  toGroupMember(z.parse(wireGroupMember, { UserID: 2, Role: 0, ...fields }))

it('a group member has the current remark of this user’s friend list, whatever the server says [GROUP-15]', () => {
  const [ben, cleo, dan] = [toMember(named), toMember({ UserID: 3, ...named }), toMember({ UserID: 4 })]
  const friends = [
    { userId: userId(2), remark: 'Ben' },
    { userId: userId(4), remark: 'Dan' },
  ]
  const members = withOwnRemarks([ben, cleo, dan], friends)
  expect(members.map(({ remark }) => remark)).toEqual(['Ben', 'Old', 'Dan'])
  expect(members[1]).toBe(cleo)
})

it.each([
  [named, 'Old'],
  [{ ...named, RemarkName: '' }, 'Captain'],
  [{ UserNickName: 'Benjamin' }, 'Benjamin'],
])('a member is shown by remark, else by name in the group, else by nickname', (fields, label) => {
  expect(toShownMember(toMember(fields)).label).toBe(label)
})
