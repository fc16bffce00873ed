// Tables sort by the column whose title is pressed: the largest number first, names by the alphabet; then the other way.
for (const button of document.querySelectorAll("thead button")) {
    button.addEventListener("click", () => {
        const title = button.closest("th");
        const body = title.closest("table").tBodies[0];
        const at = title.cellIndex;
        const numbers = [...body.rows].some((row) => row.cells[at].dataset.value !== undefined);
        const descending = title.ariaSort === null ? numbers : title.ariaSort === "ascending";
        const value = (row) => parseFloat(row.cells[at].dataset.value ?? "-Infinity");
        const compare = numbers
            ? (one, other) => value(one) - value(other) || 0
            : (one, other) => one.cells[at].textContent.localeCompare(other.cells[at].textContent, document.documentElement.lang);
        const rows = [...body.rows].sort(compare);
        body.append(...(descending ? rows.reverse() : rows));
        for (const other of title.parentElement.cells) other.removeAttribute("aria-sort");
        title.ariaSort = descending ? "descending" : "ascending";
    });
}
