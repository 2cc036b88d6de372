import { useLingui } from '@lingui/react'
import { useCallback } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { GroupNotice } from '#schemas/translate/message-bodies.ts'
import { useText } from '#src/ui/use-text.ts'

type Told = Pick<GroupNotice, 'kind'> & Partial<GroupNotice>
type Teller = Pick<TimelineMessage, 'isOwn' | 'senderName'>

/** As names are joined in this language (DEC-79). */
const separatorOf = (locale: string): string => (locale.startsWith('zh') ? '、' : ', ')

/** Says what happened in a group in the chosen language; own doings are told to "you". */
export const useGroupNotice = (): ((message: Teller, notice: Told) => string) => {
  const text = useText()
  const { i18n } = useLingui()
  const { locale } = i18n
  return useCallback(
    ({ isOwn, senderName: name }, { kind, names: named = [], count = named.length, text: title = '' }) => {
      const hidden = count - named.length
      const names =
        hidden > 0
          ? text('conversation.notice.more', { names: named.join(separatorOf(locale)), count: hidden })
          : new Intl.ListFormat(locale, { type: 'conjunction' }).format(named)
      return text(`conversation.notice.${kind}.${isOwn ? 'own' : 'other'}`, { name, names, title })
    },
    [text, locale],
  )
}
