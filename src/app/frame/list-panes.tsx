import { lazy, Suspense } from 'react'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import type { Section } from './navigation.tsx'

const ConversationListPane = lazy(async () => ({
  default: (await import('#src/features/conversation-list/conversation-list-pane.tsx')).ConversationListPane,
}))
const ContactHome = lazy(async () => ({
  default: (await import('#src/features/contacts/contact-home.tsx')).ContactHome,
}))

/** The list of a section: what the list pane holds in the full frame and the first page in compact ones. */
export const SectionList = ({ section }: { readonly section: Exclude<Section, 'my'> }) => (
  <Suspense fallback={<SkeletonList />}>
    {section === 'messages' ? <ConversationListPane /> : <ContactHome />}
  </Suspense>
)
