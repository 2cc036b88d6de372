import { useEffect } from 'react'
import { badgeText } from '#domain/formats/row-badge.ts'
import { useText } from '#src/ui/use-text.ts'
import { useApp } from '../app-context.ts'
import { useClient } from '../client-context.tsx'
import { countUnread } from '../frame/unread-totals.ts'
import { none, useReadable, useSelected } from '../use-readable.ts'

/** Keeps the tab's title at the brand's name, with the unread count in front of it. */
export const useDocumentTitle = (): void => {
  const text = useText()
  const { environment } = useApp()
  const account = useReadable(useClient().account)
  const unread = useSelected(account?.conversations ?? none, countUnread)
  const name = environment.brand.name ?? text('common.app-name')
  const count = badgeText(unread)
  useEffect(() => {
    document.title = count === '' ? name : `(${count}) ${name}`
  }, [name, count])
}
