import { useLingui } from '@lingui/react'
import { useCallback } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { GroupNotice } from '#schemas/wire/group-notice.ts'
import { useText } from '#src/ui/use-text.ts'

type Told = Pick<GroupNotice, 'Kind'> & Partial<GroupNotice>
type Teller = Pick<TimelineMessage, 'isOwn' | 'senderName'>

/** Says what happened in a group in the chosen language; own doings are told to "you". */
export const useGroupNotice = (): ((message: Teller, notice: Told) => string) => {
  const text = useText()
  const { i18n } = useLingui()
  const { locale } = i18n
  return useCallback(
    ({ isOwn, senderName: name }, { Kind, Names = [], Count = Names.length, Text: title = '' }) => {
      const listed = new Intl.ListFormat(locale, { style: 'short', type: 'conjunction' }).format(Names)
      const hidden = Count - Names.length
      const names = hidden > 0 ? text('conversation.notice.more', { names: listed, count: hidden }) : listed
      return text(`conversation.notice.${Kind}.${isOwn ? 'own' : 'other'}`, { name, names, title })
    },
    [text, locale],
  )
}
