import { SkeletonList } from '#src/ui/skeleton.tsx'

export const MyScreen = () => <SkeletonList />
