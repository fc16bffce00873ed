// Notifications of the browser, for somebody who has allowed them.

/** Show a notification; a later one with the same tag takes its place. */
export function notify(title: string, body: string, tag: string): void {
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    try {
        const note = new Notification(title, { body, tag });
        note.onclick = () => {
            window.focus();
            note.close();
        };
    } catch {
        // Phones allow it to the service worker only
        void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, { body, tag }));
    }
}
