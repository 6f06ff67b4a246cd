export const SHORTEST_PASSWORD = 8
