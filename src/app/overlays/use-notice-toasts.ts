import { useEffect } from 'react'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useClient } from '../client-context.tsx'
import { noticeText } from '../refusal-text.ts'

/** Shows what the client tells as toasts [ERR-01 ERR-02 ERR-03]. */
export const useNoticeToasts = (): void => {
  const text = useText()
  const toasts = useToasts()
  const { notices$ } = useClient()
  useEffect(() => {
    const subscription = notices$.subscribe((notice) => {
      const words = noticeText(text, notice)
      if (words !== '') toasts.show({ kind: notice.kind, text: words, isSticky: notice.isSticky === true })
    })
    return () => subscription.unsubscribe()
  }, [notices$, text, toasts])
}
