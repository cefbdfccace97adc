/** @param count how many there are in the group */
export const GroupTitle = ({ name, count }: { name: string; count: number }) => (
  <span>
    {name} <span className="number">{count}</span>
  </span>
)
