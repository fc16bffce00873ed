// Browsers start no workers for a page opened from a file, and the search runs in one. There it runs in a hidden frame.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inner = this.frame.contentWindow;
      inner.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inner.importScripts = async (...urls) => {
        for (const one of urls) await this.load(new URL(one, new URL(url, location)));
      };
      this.load(url).then(() => {
        this.ready = true;
        for (const data of this.waiting) this.postMessage(data);
      });
    }

    load(src) {
      return new Promise((done, failed) => {
        const script = this.frame.contentDocument.createElement("script");
        Object.assign(script, { src, onload: done, onerror: failed });
        this.frame.contentDocument.body.append(script);
      });
    }

    postMessage(data) {
      if (this.ready) this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
      else this.waiting.push(data);
    }

    terminate() {
      this.frame.remove();
    }
  };
}
