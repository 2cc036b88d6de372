import type { ComponentType } from 'react'
import { paths } from './route-table.ts'

type Load = () => Promise<ComponentType>

/** What fetches the pages that anyone may see; `onboard` has none, as it only leads on. */
export const publicPages = {
  [paths.entry]: async () =>
    (await import('#src/features/entry/compatibility-screen.tsx')).CompatibilityScreen,
  [paths.signIn]: async () => (await import('#src/features/authentication/sign-in-screen.tsx')).SignInScreen,
  [paths.signUp]: async () => (await import('#src/features/authentication/sign-up-screen.tsx')).SignUpScreen,
  [paths.switchAccount]: async () =>
    (await import('#src/features/authentication/switch-screen.tsx')).SwitchScreen,
  [paths.privacy]: async () => (await import('#src/features/authentication/legal-screen.tsx')).PrivacyScreen,
  [paths.agreement]: async () =>
    (await import('#src/features/authentication/legal-screen.tsx')).AgreementScreen,
  [paths.forgotPassword]: async () =>
    (await import('#src/features/authentication/forgot-password-screen.tsx')).ForgotPasswordScreen,
  [paths.setup]: async () => (await import('#src/features/authentication/setup-screen.tsx')).SetupScreen,
} as const satisfies Readonly<Record<string, Load>>

const byPath: ReadonlyMap<string, Load> = new Map(Object.entries(publicPages))
const fetched = new Map<string, ComponentType>()

/** The page at a path, where it was fetched before. */
export const pageAt = (path: string): ComponentType | undefined => fetched.get(path)

/** Whether there is a page to fetch for this path. */
export const isPage = (path: string): boolean => byPath.has(path)

/** Fetches the page at a path, if there is one. Rejects when its file cannot be had. */
export const fetchPage = async (path: string): Promise<void> => {
  const page = await byPath.get(path)?.()
  if (page !== undefined) fetched.set(path, page)
}

/** Fetches the page that is likely to be next; if that fails, whoever goes there is told. The entry mostly leads on. */
export const expectPage = (path: string): void => {
  if (path !== paths.entry) void fetchPage(path).catch(() => undefined)
}
