import { useLingui } from '@lingui/react'
import { useCallback } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { GroupNotice } from '#schemas/wire/group-notice.ts'
import { useText } from '#src/ui/use-text.ts'

type Told = Pick<GroupNotice, 'Kind'> & Partial<GroupNotice>
type Teller = Pick<TimelineMessage, 'isOwn' | 'senderName'>

/** As names are joined in this language (DEC-79). */
const separatorOf = (locale: string): string => (locale.startsWith('zh') ? '、' : ', ')

/** Says what happened in a group in the chosen language; own doings are told to "you". */
export const useGroupNotice = (): ((message: Teller, notice: Told) => string) => {
  const text = useText()
  const { i18n } = useLingui()
  const { locale } = i18n
  return useCallback(
    ({ isOwn, senderName: name }, { Kind, Names = [], Count = Names.length, Text: title = '' }) => {
      const hidden = Count - Names.length
      const names =
        hidden > 0
          ? text('conversation.notice.more', { names: Names.join(separatorOf(locale)), count: hidden })
          : new Intl.ListFormat(locale, { type: 'conjunction' }).format(Names)
      return text(`conversation.notice.${Kind}.${isOwn ? 'own' : 'other'}`, { name, names, title })
    },
    [text, locale],
  )
}
