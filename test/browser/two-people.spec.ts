import {
  articles,
  befriendOnScreen,
  expect,
  meet,
  openConversation,
  send,
  test,
  type Visitor,
  welcome,
} from './support/journey.ts'

const bodies = async (visitor: Visitor): Promise<string[]> => {
  const texts = await articles(visitor.page).evaluateAll((found) =>
    found.map((article) => /\b(Ada|Ben) says \d+\./.exec(article.textContent ?? '')?.[0] ?? ''),
  )
  return texts.filter((text) => text !== '')
}

const ids = (visitor: Visitor): Promise<string[]> =>
  articles(visitor.page).evaluateAll((found) =>
    found.map((article) => article.getAttribute('data-message-id') ?? ''),
  )

/** Scrolls up until all of the messages are in the document, which has the newest 50 at first, and down again. */
async function showAll({ page }: Visitor, count: number): Promise<void> {
  const first = articles(page).first()
  await expect(async () => {
    await first.scrollIntoViewIfNeeded()
    expect(await articles(page).count()).toBe(count)
  }).toPass()
  await articles(page).last().scrollIntoViewIfNeeded()
}

/** Sends numbered messages one after another. */
async function say(visitor: Visitor, from: number, count: number): Promise<string[]> {
  const texts = Array.from({ length: count }, (_, index) => `${visitor.name} says ${from + index}.`)
  for (const text of texts) await send(visitor.page, text)
  return texts
}

test.describe('two people', () => {
  test('sign up, become friends and exchange 50 messages each way, while one of them is offline for 20 of them [LIFE-03 LIFE-06 LIFE-16 SOCK-15]', async ({
    browser,
    server,
  }) => {
    test.setTimeout(240_000)
    const [ada, ben] = await Promise.all([
      welcome(await browser.newContext(), server, 'Ada'),
      welcome(await browser.newContext(), server, 'Ben'),
    ])
    await befriendOnScreen(ada, ben)
    await openConversation(ada.page, 'Ben')
    await openConversation(ben.page, 'Ada')

    // In turns, so that the order is the same for both and known in advance.
    const expected: string[] = []
    for (let round = 0; round < 3; round++) {
      expected.push(...(await say(ada, round * 10, 10)))
      await expect.poll(() => bodies(ben)).toEqual(expected)
      expected.push(...(await say(ben, round * 10, 10)))
      await expect.poll(() => bodies(ada)).toEqual(expected)
    }
    await ben.page.reload()
    await showAll(ben, 60)
    await expect.poll(() => bodies(ben)).toEqual(expected)

    // Ben is offline: Ada's twenty wait for him. His own wait for the connection and survive a reload of hers.
    await ben.context.setOffline(true)
    expected.push(...(await say(ada, 30, 20)))
    await expect(articles(ada.page).last()).toHaveAttribute('data-state', 'sent')
    const unsent = await say(ben, 30, 20)
    await expect(articles(ben.page).last()).toHaveAttribute('data-state', /pending|stale/)
    await ada.page.reload()
    await showAll(ada, 80)
    await expect.poll(() => bodies(ada)).toEqual(expected)
    await ben.context.setOffline(false)
    expected.push(...unsent)

    await expect.poll(() => bodies(ada), { timeout: 60_000 }).toEqual(expected)
    await expect.poll(() => bodies(ben), { timeout: 60_000 }).toEqual(expected)
    expect(expected).toHaveLength(100)
    await expect.poll(async () => (await ids(ada)).includes('') || (await ids(ben)).includes('')).toBe(false)
    expect(await ids(ada)).toEqual(await ids(ben))
    expect(new Set(await ids(ada)).size).toBe(100)

    // Both have the conversation in view, so every own message ends as read on both sides.
    await ben.page.reload()
    for (const visitor of [ada, ben])
      await expect
        .poll(() =>
          articles(visitor.page).evaluateAll(
            (found) => found.filter((one) => one.getAttribute('data-state') === 'pending').length,
          ),
        )
        .toBe(0)
    await expect(articles(ada.page).filter({ hasText: 'Ada says 49.' })).toHaveAttribute('data-state', 'read')
    await expect(articles(ben.page).filter({ hasText: 'Ben says 49.' })).toHaveAttribute('data-state', 'read')
  })

  test('see exactly the text that was sent, as plain text', async ({ browser, server }) => {
    const { ada, ben } = await meet(browser, server)
    await openConversation(ben.page, 'Ada')
    const oddities = [
      '<script>document.title = "taken"</script><img src=x onerror=alert(1)>',
      'שלום עולם — مرحبا بالعالم',
      '👩‍👩‍👧‍👦🏳️‍🌈 e\u0301 zero\u200bwidth\u200djoined',
      'two\n\nlines  and   spaces',
      `${'long '.repeat(3_999)}end`,
    ]
    for (const oddity of oddities) {
      await send(ada.page, oddity)
      await expect(articles(ada.page).last()).toHaveAttribute('data-state', /sent|read/)
    }
    await expect(articles(ben.page)).toHaveCount(oddities.length)
    // The list folds the long message.
    await articles(ben.page).last().getByRole('button', { name: 'Show more' }).click()
    await expect(articles(ben.page).last()).toContainText('end')
    for (const [index, oddity] of oddities.entries()) {
      const text = await articles(ben.page).nth(index).textContent()
      expect(text).toContain(oddity)
    }
    await expect(ben.page).not.toHaveTitle(/taken/)
    expect(await articles(ben.page).locator('script, img[src="x"]').count()).toBe(0)
  })
})
