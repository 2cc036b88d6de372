import { describe, expect, it } from 'vitest'
import { type Composition, plainComposition } from '#domain/message/composition.ts'
import { createDepartures, type Departure } from '#src/features/conversation/composer/departures.ts'
import { createDeferred } from '#test/unit/deferred.ts'

const departure = (text: string): Departure => ({ composition: plainComposition(text), quote: undefined })
const nothing = async () => undefined

/** Sends texts through departures; each entry of the log says what was the draft from then on. */
function sending() {
  const departures = createDepartures()
  const log: string[] = []
  const send = (text: string, sendFiles: () => Promise<void> = nothing) => {
    const write = async (rest: Composition) => void log.push(`${text} | ${rest.text}`)
    const sent = departures.depart(departure(text), sendFiles, write)
    departures.note(plainComposition(''))
    return sent
  }
  return { departures, log, send, kept: () => departures.kept().text }
}

describe('a text that is sent with files', () => {
  it('is part of what is saved until it is in the log, before what is written meanwhile', async () => {
    const { departures, log, send, kept } = sending()
    const files = createDeferred()
    const sent = send('caption', () => files.promise)
    departures.note(plainComposition('next'))
    expect(kept()).toBe('caption\nnext')
    expect(log).toEqual([])

    files.resolve()
    await sent
    expect(log).toEqual(['caption | next'])
    expect(kept()).toBe('next')
  })

  it('goes after its files, and before what is sent later', async () => {
    const { log, send, kept } = sending()
    const files = createDeferred()
    const first = send('first', async () => {
      await files.promise
      log.push('file 1')
    })
    const second = send('second', async () => void log.push('file 2'))
    expect(kept()).toBe('first\nsecond')

    files.resolve()
    await Promise.all([first, second])
    expect(log).toEqual(['file 1', 'first | second', 'file 2', 'second | '])
  })

  it('goes though its files could not be handed over, and so does the next', async () => {
    const { log, send, kept } = sending()
    const first = send('first', () => Promise.reject(new Error('no room')))
    const second = send('second')
    await expect(first).rejects.toThrow('no room')
    await second
    expect(log).toEqual(['first | second', 'second | '])
    expect(kept()).toBe('')
  })

  it('is no text at all beside files alone', async () => {
    const { departures, log, send } = sending()
    await send('')
    expect(log).toEqual([])
    expect(departures.waiting.get()).toEqual([])
  })
})
