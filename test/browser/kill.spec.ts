import { articles, expect, meet, openConversation, test } from './support/journey.ts'
import { startServer } from './support/server.ts'

const burst = 60

test('a killed server loses no message that was shown as sent, and the outbox sends the rest after the restart [LIFE-06 LIFE-16]', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const server = await startServer()
  try {
    const { ada, ben } = await meet(browser, server)

    const composer = ada.page.getByRole('textbox', { name: 'Message' })
    const sentStates = () =>
      articles(ada.page).evaluateAll((found) =>
        found
          .filter((one) => ['sent', 'read'].includes(one.getAttribute('data-state') ?? ''))
          .map(
            (one) =>
              [one.getAttribute('data-client-id') ?? '', one.getAttribute('data-message-id') ?? ''] as const,
          ),
      )
    await composer.focus()
    let seenAsSent: ReadonlyMap<string, string> = new Map()
    for (let index = 0; index < burst; index++) {
      await ada.page.keyboard.insertText(`burst ${index}.`)
      await ada.page.keyboard.press('Enter')
      if (index !== burst / 2) continue
      const countSent = async () => {
        seenAsSent = new Map(await sentStates())
        return seenAsSent.size
      }
      // Keys are faster than the server on a busy machine.
      await expect.poll(countSent, { intervals: [10] }).toBeGreaterThan(0)
      await server.kill()
    }
    await server.restart()

    // Pending messages are at the end of Ada's list, so none in view means none at all.
    const waiting = ada.page.locator(
      'article:is([data-state=pending],[data-state=stale],[data-state=failed])',
    )
    await expect(waiting).toHaveCount(0, { timeout: 120_000 })
    await openConversation(ben.page, 'Ada')
    const arrived = new Map<string, string>()
    const gather = async () => {
      const rows = await articles(ben.page).evaluateAll((found) =>
        found.map(
          (one) =>
            [
              one.getAttribute('data-client-id') ?? '',
              one.getAttribute('data-message-id') ?? '',
              one.textContent ?? '',
            ] as const,
        ),
      )
      for (const [, id, text] of rows) {
        const body = /burst \d+\./.exec(text)?.[0]
        if (body) arrived.set(id, body)
      }
      await ben.page.getByRole('log', { name: 'Messages' }).hover()
      await ben.page.mouse.wheel(0, -4000)
      return new Set(arrived.values()).size
    }
    await expect.poll(gather, { timeout: 120_000 }).toBe(burst)
    expect(arrived.size).toBe(burst)
    for (const id of seenAsSent.values()) expect(arrived.has(id)).toBe(true)
    const inOrder = [...arrived.entries()]
      .sort(([left], [right]) => Number(left) - Number(right))
      .map(([, body]) => body)
    expect(inOrder).toEqual(Array.from({ length: burst }, (_, index) => `burst ${index}.`))
  } finally {
    await server.dispose()
  }
})
