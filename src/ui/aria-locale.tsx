import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'

/** Tells React Aria's parts the app's language; around whatever part of the page first has some. */
export const AriaLocale = ({ children }: { readonly children: ReactNode }) => {
  const { i18n } = useLingui()
  return <I18nProvider locale={i18n.locale}>{children}</I18nProvider>
}
