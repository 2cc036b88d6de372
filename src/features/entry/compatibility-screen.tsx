import { SkeletonList } from '#src/ui/skeleton.tsx'

export const CompatibilityScreen = () => <SkeletonList />
