import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'

/** Sets the app's language for React Aria components inside it. */
export const AriaLocale = ({ children }: { readonly children: ReactNode }) => {
  const { i18n } = useLingui()
  return <I18nProvider locale={i18n.locale}>{children}</I18nProvider>
}
