import type { ReactNode } from 'react'
import { Panel } from '#src/ui/panel.tsx'
import { Screen } from '#src/ui/screen.tsx'

interface CollectionFrameProps {
  /** From a chat it is a panel over it. */
  readonly isInChat: boolean
  readonly title: string
  readonly onBack: () => void
  readonly children: ReactNode
}

/** A page of the collections, wherever it was opened from. */
export const CollectionFrame = ({ isInChat, ...props }: CollectionFrameProps) =>
  isInChat ? <Panel {...props} /> : <Screen {...props} />
