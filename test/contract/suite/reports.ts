import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import { uploadTo } from '../forwarding-people.ts'
import { createGroup } from '../group-people.ts'
import { callAs, dataOrThrow, meet, type Person, signUp } from '../people.ts'
import { mp3, png } from '../sample-media.ts'

type Reasons = readonly { readonly ID: number; readonly Reason: string }[]

export function describeReports(host: () => ContractHost): void {
  const report = (person: Person, fields: object) =>
    callAs(host(), person, '/AddReport', { Reason: '', ReasonID: 1, Describe: 'They sell things', ...fields })
  const reasons = async (person: Person, path: string, fields: object = {}) =>
    dataOrThrow<Reasons>(await callAs(host(), person, path, fields))

  describe('reports', () => {
    it.each(['/GetUserReasonList', '/GetGroupReasonList'])(
      '%s without a payload answers reasons by id and text, each once [REPORT-09 REPORT-11]',
      async (path) => {
        const list = await reasons(await signUp(host()), path)
        expect(list.length).toBeGreaterThan(3)
        expect(new Set(list.map(({ ID }) => ID)).size).toBe(list.length)
        for (const { ID, Reason } of list) {
          expect(ID).toBeGreaterThan(0)
          expect(Reason.trim()).not.toBe('')
        }
      },
    )

    it('are accepted about a conversation partner, with an uploaded picture [REPORT-13 REPORT-15]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const place = { ChatSessionID: String(conversation) }
      const Image = await uploadTo(host(), ann, place, png)
      expect(await report(ann, { Type: '1', UserID: ben.userId, Image })).toMatchObject({ Code: 0 })
      expect(await report(ann, { Type: '1', UserID: ben.userId })).toMatchObject({ Code: 0 })
      for (const wrong of ['https://elsewhere.example/a.png', await uploadTo(host(), ann, place, mp3)])
        expect(await report(ann, { Type: '1', UserID: ben.userId, Image: wrong })).toMatchObject({ Code: 4 })
      const theirs = await uploadTo(host(), ben, place, png)
      expect(await report(ann, { Type: '1', UserID: ben.userId, Image: theirs })).toMatchObject({ Code: 4 })
    })

    it('are accepted about a group from its members only [REPORT-13]', async () => {
      const { ben, group } = await createGroup(host())
      expect(await report(ben, { Type: '2', GroupID: group })).toMatchObject({ Code: 0 })
      expect(await report(await signUp(host()), { Type: '2', GroupID: group })).toMatchObject({ Code: 7 })
    })

    it('get the same response about strangers and unknown people', async () => {
      const [ann, eve] = [await signUp(host()), await signUp(host())]
      const answers = [
        await report(ann, { Type: '1', UserID: eve.userId }),
        await report(ann, { Type: '1', UserID: 999_999_999 }),
        await report(ann, { Type: '1', UserID: ann.userId }),
      ]
      for (const answer of answers) expect(answer).toMatchObject({ Code: 7, Msg: answers[0]?.Msg })
    })

    it.each([
      ['four characters [REPORT-06]', { Describe: '  four ' }],
      ['201 characters [REPORT-06]', { Describe: 'x'.repeat(201) }],
      ['an unknown reason', { ReasonID: 7_777 }],
      ['no person', { UserID: undefined }],
      ['neither type', { Type: '3' }],
    ])('with %s are refused', async (_, fields) => {
      const { ann, ben } = await meet(host())
      expect(await report(ann, { Type: '1', UserID: ben.userId, ...fields })).toMatchObject({ Code: 4 })
    })

    it('are limited to twenty in a row', async () => {
      const { ann, ben } = await meet(host())
      for (let count = 0; count < 20; count += 1)
        expect(await report(ann, { Type: '1', UserID: ben.userId })).toMatchObject({ Code: 0 })
      expect(await report(ann, { Type: '1', UserID: ben.userId })).toMatchObject({ Code: 5 })
    })
  })
}
