import type { ComponentProps } from 'react'
import { useAccount } from '#src/app/client-context.tsx'
import { useRefusalText } from '#src/app/refusal-text.ts'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/state-view.tsx'
import { useText } from '#src/ui/use-text.ts'
import { TargetList } from './target-list.tsx'
import type { TagsView } from './use-targets.ts'

interface TagListProps extends Omit<ComponentProps<typeof TargetList>, 'targets' | 'emptyText'> {
  readonly tags: TagsView
}

/** Tags to choose from, once the server has told them [FWD-01]. */
export const TagList = ({ tags, ...props }: TagListProps) => {
  const text = useText()
  const refusalText = useRefusalText()
  const { items } = useAccount().tags
  if (tags.status === 'loading') return <SkeletonList rows={4} />
  if (tags.status === 'failed') return <ErrorState title={refusalText(tags.refusal)} onRetry={items.reload} />
  return <TargetList {...props} targets={tags.value} emptyText={text('contact.tags.empty.title')} />
}
