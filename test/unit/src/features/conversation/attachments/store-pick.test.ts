import { describe, expect, it } from 'vitest'
import type { OutgoingAttachment } from '#client/media.ts'
import type { Outcome } from '#domain/commands/command.ts'
import type {
  FilePreparation,
  PickedAttachment,
} from '#src/features/conversation/attachments/picked-attachment.ts'
import { storePick } from '#src/features/conversation/attachments/use-picked-attachments.ts'
import { createWritable } from '#streams/readable.ts'
import { createDeferred } from '#test/unit/deferred.ts'

const file = { name: 'holiday.mov', type: 'video/quicktime', size: 9, content: new Uint8Array(9) }
const original: OutgoingAttachment = { kind: 'video', file, preparation: { limit: 50 } }
const small: OutgoingAttachment = { kind: 'video', file: { ...file, name: 'holiday.mp4' } }
const sent: Outcome = { isOk: true, value: undefined }
const full: Outcome = { isOk: false, rejection: { key: 'errors.storage-failed' } }

const pick = (outgoing: OutgoingAttachment | undefined): PickedAttachment => ({
  ...{ id: 1, name: 'holiday.mov', kind: 'video', size: 9, preview: 'blob:1', progress: 0.2, outgoing },
})

interface Picking {
  readonly outgoing?: OutgoingAttachment
  readonly isReadyMeanwhile?: boolean
}

/** One pick whose file is being transcoded; records the sends and answers them in order. */
function picking(answers: readonly Outcome[], { outgoing, isReadyMeanwhile = false }: Picking = {}) {
  const all = createWritable<readonly PickedAttachment[]>([pick(outgoing)])
  const outcome = createDeferred<Outcome<OutgoingAttachment> | undefined>()
  const preparation: FilePreparation = {
    outcome: outcome.promise,
    describeOriginal: async () => original,
    cancel: () => undefined,
  }
  const becomeReady = () => {
    all.set([pick(small)])
    outcome.resolve({ isOk: true, value: small })
  }
  const given: OutgoingAttachment[] = []
  const send = async (one: OutgoingAttachment) => {
    given.push(one)
    if (isReadyMeanwhile) becomeReady()
    return answers[given.length - 1] ?? sent
  }
  const sending = storePick({ all, preparations: new Map([[1, preparation]]) }, 1, send)
  return { all, given, outcome, sending }
}

describe('sending a picked file', () => {
  it('stores the original without waiting for the transcode, so that it survives a reload', async () => {
    const { given, sending } = picking([sent])
    expect(await sending).toEqual(sent)
    expect(given).toEqual([original])
  })

  it('sends the prepared file if it is ready', async () => {
    const { given, sending } = picking([sent], { outgoing: small })
    expect(await sending).toEqual(sent)
    expect(given).toEqual([small])
  })

  it('waits for the transcode if the original does not fit into storage', async () => {
    const { given, sending } = picking([full, sent], { isReadyMeanwhile: true })
    expect(await sending).toEqual(sent)
    expect(given).toEqual([original, small])
  })

  it('sends nothing if the pick was removed meanwhile', async () => {
    const { all, given, outcome, sending } = picking([])
    all.set([])
    outcome.resolve(undefined)
    expect(await sending).toBeUndefined()
    expect(given).toEqual([])
  })
})
