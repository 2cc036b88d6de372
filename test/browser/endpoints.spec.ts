import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expect, freshPhone, signUp, test } from './support/journey.ts'

const brand = { key: 'default' }

/** Serves an environment that differs from the server's own. */
const publish = (page: Page, environment: object) =>
  page.route('**/env.js*', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `globalThis.__APP_ENV__ = ${JSON.stringify({ brand, ...environment })}`,
    }),
  )

test('an environment with an incomplete server list stops the app and shows what to report [ENDP-19] (DEC-75)', async ({
  page,
  server,
}) => {
  await publish(page, { apiEndpoints: ['https://api.example'] })
  await page.goto(server.address)
  await expect(page.getByText('NO_DYNAMIC_ENDPOINT_CONFIG 2')).toBeVisible()
  await expect(page.getByRole('row', { name: /^API endpoint https:\/\/api\.example$/i })).toBeVisible()
  await expectAccessible(page, 'endpoint failure')

  await page.unroute('**/env.js*')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test('an environment with only a source URL loads its servers from that source [ENDP-14 ENDP-16]', async ({
  page,
  server,
}) => {
  const own = server.address
  const source = `${own}/endpoints.json`
  await publish(page, { dynamicEndpoints: [{ type: 'git', source, token: 'source-token' }] })
  const asked: (string | null)[] = []
  await page.route(source, async (route) => {
    asked.push(await route.request().headerValue('private-token'))
    await route.fulfill({
      json: {
        API_ENDPOINTS: [own],
        FILE_ENDPOINTS: [own],
        FILEUPLOAD_ENDPOINTS: [own],
        WEBSOCKET_ENDPOINTS: [`${own.replace('http', 'ws')}/socket`],
      },
    })
  })
  await signUp(page, server, freshPhone(), 'Ada')
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible()
  expect(asked).toEqual(['source-token'])
})
