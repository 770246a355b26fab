package org.ticktoquote.report;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.report.table.Table;

/**
 * A part of a report under a title; a section inside another one folds.
 *
 * @param id of the element; may be empty
 * @param hint what it holds, with the title; may be empty
 * @param content from top to bottom
 * @param onlyOnPage whether text leaves it out
 */
public record Section(
        String id, String title, String hint, Form form, List<? extends Block> content, boolean onlyOnPage)
        implements Block {
    /** How a section stands on a page. */
    public enum Form {
        PLAIN,
        /** Its title is read by screen readers only. */
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

    /** Returns the same section for pages only, such as one that repeats in detail what text shows already. */
    public Section onPage() {
        return new Section(id, title, hint, form, content, true);
    }

    /** A section that is folded at first. */
    public static Section of(String id, String title, String hint, Block... content) {
        return new Section(id, title, hint, Form.FOLDED, List.of(content));
    }

    public static Section plain(String id, String title, Block... content) {
        return new Section(id, title, "", Form.PLAIN, List.of(content));
    }

    /** A table alone. */
    public static Section plain(String title, Table table) {
        return plain("", title, Tables.of(table));
    }

    /** Tables, sentences and drawings of an experiment. */
    public static Section plain(String title, List<Table> tables, List<String> lines, List<Picture> pictures) {
        List<Block> content = new ArrayList<>(List.of(new Tables("", tables), new Items(lines)));
        if (!pictures.isEmpty()) {
            content.add(new Pictures("", pictures.size() == 1 ? "" : "two", pictures));
        }
        return new Section("", title, "", Form.PLAIN, content);
    }

    /** A section whose table or chart says what it is. */
    public static Section untitled(String title, Block... content) {
        return new Section("", title, "", Form.UNTITLED, List.of(content));
    }

    /** Returns whether text shows it: it is not folded, and more than the explanation of a picture. */
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
