import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, useState } from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { writingBan } from '#domain/group/roles.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { hasFiles } from '#src/platform/dragged-files.ts'
import { addPendingFiles } from '../conversation/attachments/pending-files.ts'
import { linkTo } from './link-to.ts'

/**
 * Accepts files dropped on a row: the conversation opens with them in its composer. Conversations in which this user may not
 * write accept none. Returns whether files are being dragged over the row, and its event handlers.
 */
export const useRowDrop = (row: ConversationSummary) => {
  const account = useAccount()
  const navigate = useNavigate()
  const [isOver, setIsOver] = useState(false)
  const canWrite = row.group === undefined || writingBan(row.group) === undefined
  const isTaken = (event: DragEvent) => canWrite && hasFiles(event)
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!isTaken(event)) return
      // Otherwise the browser navigates to the file.
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setIsOver(true)
    },
    onDragLeave(event: DragEvent) {
      const isWithin =
        event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
      if (!isWithin) setIsOver(false)
    },
    onDrop(event: DragEvent) {
      if (!isTaken(event)) return
      event.preventDefault()
      setIsOver(false)
      addPendingFiles(account, row.id, [...event.dataTransfer.files])
      void navigate(linkTo(row))
    },
  }
  return { isOver, handlers }
}
