import type { Messages } from '@lingui/core'
import type { ReactNode } from 'react'
import { useAreaTexts } from '#src/app/use-area-texts.ts'
import { Screen } from '#src/ui/screen.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './my-screen.module.css'

/** Loaded with the pages, because the conversation list needs none of them. */
const catalogs = import.meta.glob<Messages>('../../../locales/*/my.po', { import: 'messages' })

interface MyPageProps {
  /** Text id; the name of the section if absent. */
  readonly titleId?: string
  readonly onBack?: () => void
  readonly children: ReactNode
}

/** A page of the own section: cards in a column of reading width. */
export const MyPage = ({ titleId = 'common.my', onBack, children }: MyPageProps) => {
  const text = useText()
  const hasTexts = useAreaTexts(catalogs)
  return (
    <Screen title={text(hasTexts ? titleId : 'common.my')} onBack={onBack} isNarrow>
      <div className={styles.cards}>{hasTexts ? children : <SkeletonList rows={3} />}</div>
    </Screen>
  )
}
