import { openDeviceStorage, openTabStorage } from '#src/platform/web-storage.ts'
import { paths } from '#src/routes/route-table.ts'
import { createToastQueue, type ToastQueue } from '#src/ui/toast.tsx'
import { readHint } from './cached-list/snapshot-hint.ts'
import { createHostStore, type HostStore } from './host.ts'
import { chooseLocale, findLocale, type Locale } from './locales.ts'
import { createPreferences, type PreferenceStore } from './preferences.ts'
import { createTranslation, type Translation } from './translation.ts'

/** The services of the page that exist before the client. */
export interface Page {
  readonly preferences: PreferenceStore
  readonly host: HostStore
  readonly translation: Translation
  readonly toasts: ToastQueue
  readonly locale: Locale
}

/** Creates the services of the page from the stored preferences and the parameters of the URL (DEC-01) [I18N-03]. */
export const openPage = (): Page => {
  const preferences = createPreferences(openDeviceStorage())
  const query = new URLSearchParams(location.search)
  const queried = query.get('locale') ?? undefined
  const locale = chooseLocale(queried, preferences.get().locale)
  if (findLocale(queried) !== undefined) preferences.change({ locale })
  const host = createHostStore(openTabStorage())
  // Read before the client exists, because its first call reports the device type.
  const embeddedIn = location.pathname === paths.onboard ? query.get('app') : null
  if (embeddedIn) host.change({ embeddedIn })
  return {
    preferences,
    host,
    // If an account was signed in, its texts load at the same time as the first ones.
    translation: createTranslation(readHint() ? ['entry', 'account'] : ['entry']),
    toasts: createToastQueue(window),
    locale,
  }
}
