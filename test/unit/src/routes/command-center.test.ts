import { describe, expect, it } from 'vitest'
import { paths } from '#src/routes/route-table.ts'
import { commandCenterRoute } from '#src/routes/router.tsx'
import { addressOf, openApp, signedOut } from './open-app.ts'

describe('the command center', () => {
  it('is a separate route, loaded when it is opened [ROUTE-11]', async () => {
    const { router } = await openApp(paths.commandCenter)
    expect(addressOf(router)).toBe('/command-center')
    expect(router.state.matches.at(-1)?.routeId).toBe(commandCenterRoute.id)
    expect(commandCenterRoute.options.component).toHaveProperty('preload')
  })

  it('requires a signed-in account (DEC-33)', async () => {
    const { router } = await openApp(paths.commandCenter, { authentication: signedOut })
    expect(addressOf(router)).toBe('/auth/sign-in?redirect=%2Fcommand-center')
  })
})
