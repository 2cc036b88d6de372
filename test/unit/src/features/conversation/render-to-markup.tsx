import { I18nProvider } from '@lingui/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { vi } from 'vitest'
import type { AccountClient } from '#client/client.ts'
import { type Brand, neutralBrand } from '#schemas/env/environment.ts'
import { AppContext, type AppServices } from '#src/app/app-context.ts'
import { AccountProvider, ClientProvider } from '#src/app/client-context.tsx'
import { createHostStore } from '#src/app/host.ts'
import { createPreferences } from '#src/app/preferences.ts'
import { createTranslation } from '#src/app/translation.ts'
import { parseSearch, stringifySearch } from '#src/routes/search-params.ts'
import { type FrameMode, FrameModeContext } from '#src/ui/frame-mode.ts'
import { createToastQueue, ToastProvider } from '#src/ui/toast.tsx'
import { createWritable } from '#streams/readable.ts'
import { createFixtureAccount } from '#test/gallery/fixtures/fixture-account.ts'
import { createFixtureClient } from '#test/gallery/fixtures/fixture-client.ts'

/** No media query matches, as on a touchscreen. */
const noMatch = { matches: false, addEventListener: () => {}, removeEventListener: () => {} }
vi.stubGlobal('matchMedia', () => noMatch)

const translation = createTranslation()
/** Toasts that stay, because no test waits for their end. */
const noTimers = { setTimeout: () => 0, clearTimeout: () => undefined }
const conversation = { total: 10, loaded: 10, unread: 0, isMixed: false }
const client = createFixtureClient('usual')
const noStorage = { getItem: () => null, setItem: () => undefined }
const services: AppServices = {
  environment: {
    ...{ brand: neutralBrand, dynamicEndpoints: [], apiEndpoints: [], fileEndpoints: [] },
    ...{ hostOrigins: [], fileUploadEndpoints: [], websocketEndpoints: [], env: 'development' },
  },
  preferences: createPreferences(noStorage),
  host: createHostStore(noStorage),
  diagnostics: { clientId: '', endpoints: { websocket: '', api: '', file: '', fileUpload: '' } },
  journal: { connections: createWritable([]), faults: () => [] },
  notifications: undefined,
  inspection: undefined,
}

interface RenderOptions {
  /** Replaces parts of the gallery's account. */
  readonly account?: Partial<AccountClient>
  /** The app that embeds the page. */
  readonly embeddedIn?: string
  readonly isEnterFixed?: boolean
  readonly brand?: Brand
  /** The path pattern of the part's route, and the address that is open. */
  readonly route?: { readonly path: string; readonly address: string }
}

/** The first render of a part of the app, in English, with the gallery's account. */
export async function renderToMarkup(
  part: ReactNode,
  frame: FrameMode = 'full',
  {
    account = {},
    brand = neutralBrand,
    embeddedIn,
    isEnterFixed = false,
    route = { path: '/', address: '/' },
  }: RenderOptions = {},
): Promise<string> {
  translation.setBrand(brand)
  await translation.activate('en-US')
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: route.path, component: () => part })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [route.address] }),
    ...{ parseSearch, stringifySearch },
  })
  await router.load()
  const host = createHostStore(noStorage)
  host.change({ isEnterFixed, ...(embeddedIn === undefined ? {} : { embeddedIn }) })
  return renderToStaticMarkup(
    <AppContext value={{ ...services, host, environment: { ...services.environment, brand } }}>
      <I18nProvider i18n={translation.i18n}>
        <ClientProvider client={client}>
          <AccountProvider account={{ ...createFixtureAccount('usual', conversation), ...account }}>
            <ToastProvider queue={createToastQueue(noTimers)}>
              <FrameModeContext value={frame}>
                <RouterProvider router={router} />
              </FrameModeContext>
            </ToastProvider>
          </AccountProvider>
        </ClientProvider>
      </I18nProvider>
    </AppContext>,
  )
}
