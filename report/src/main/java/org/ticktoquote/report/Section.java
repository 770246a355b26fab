package org.ticktoquote.report;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.report.table.Table;

/**
 * Titled part of a report. Nested sections are collapsible.
 *
 * @param id element id. Can be empty
 * @param hint summary of the content next to the title. Can be empty
 * @param content blocks from top to bottom
 * @param onlyOnPage whether text output omits the section
 */
public record Section(
        String id, String title, String hint, Form form, List<? extends Block> content, boolean onlyOnPage)
        implements Block {
    /** Display form of a section on a page. */
    public enum Form {
        PLAIN,
        /** A page shows the title to screen readers only. A terminal does not show it. */
        UNTITLED,
        FOLDED,
        UNFOLDED;

        public static Form folded(boolean open) {
            return open ? UNFOLDED : FOLDED;
        }
    }

    public Section(String id, String title, String hint, Form form, List<? extends Block> content) {
        this(id, title, hint, form, content, false);
    }

    /** Returns a page-only copy, for example for details of content that text output already shows. */
    public Section onPage() {
        return new Section(id, title, hint, form, content, true);
    }

    /** Creates an initially collapsed section. */
    public static Section of(String id, String title, String hint, Block... content) {
        return new Section(id, title, hint, Form.FOLDED, List.of(content));
    }

    public static Section plain(String id, String title, Block... content) {
        return new Section(id, title, "", Form.PLAIN, List.of(content));
    }

    /** Creates a section with one table. */
    public static Section plain(String title, Table table) {
        return plain("", title, Tables.of(table));
    }

    /** Creates a section with the tables, sentences and charts of an experiment. */
    public static Section plain(String title, List<Table> tables, List<String> lines, List<Picture> pictures) {
        List<Block> content = new ArrayList<>(List.of(new Tables("", tables), new Items(lines)));
        if (!pictures.isEmpty()) {
            content.add(new Pictures("", pictures.size() == 1 ? "" : "two", pictures));
        }
        return new Section("", title, "", Form.PLAIN, content);
    }

    /** Creates a section whose table or chart needs no title. */
    public static Section untitled(String title, Block... content) {
        return new Section("", title, "", Form.UNTITLED, List.of(content));
    }

    /**
     * Returns whether text output includes the section. Excludes collapsed sections, page-only sections, and sections whose
     * only text explains a chart.
     */
    boolean textual() {
        boolean drawn = content.stream().anyMatch(Section::isDrawing);
        return !onlyOnPage
                && form != Form.FOLDED
                && content.stream()
                        .anyMatch(block -> block instanceof Text
                                ? !drawn
                                : block instanceof Section inner
                                        ? inner.textual()
                                        : block instanceof Items items
                                                        && !items.texts().isEmpty()
                                                || block instanceof Tables tables
                                                        && !tables.tables().isEmpty());
    }

    private static boolean isDrawing(Block block) {
        return block instanceof Pictures || !block.script().isEmpty();
    }

    boolean folds() {
        return form == Form.FOLDED || form == Form.UNFOLDED;
    }
}
