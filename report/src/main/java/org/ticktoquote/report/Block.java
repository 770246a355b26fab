package org.ticktoquote.report;

import java.util.List;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;

/** Content of a section; {@code block.jte} renders each kind. */
public sealed interface Block
        permits Section,
                Block.Text,
                Block.Command,
                Block.Items,
                Block.Tables,
                Block.Facts,
                Block.Tiles,
                Block.Pictures,
                CurveChart,
                TimeLineChart,
                HeatMap {
    /** Name of the script that draws it; empty where none does. */
    default String script() {
        return "";
    }

    /**
     * A paragraph.
     *
     * @param style a class of the style sheet; may be empty
     */
    record Text(String style, String text) implements Block {
        public static Text of(String text) {
            return new Text("", text);
        }

        public static Text hint(String text) {
            return new Text("hint", text);
        }
    }

    /** The command to run next, and what for. */
    record Command(String text, String why) implements Block {}

    /** A list of texts; nothing where there are none. */
    record Items(List<String> texts) implements Block {}

    /**
     * Tables one below the other, or in an arrangement of the style sheet; a table without rows is left out.
     *
     * @param arrangement a class; may be empty
     */
    record Tables(String arrangement, List<Table> tables) implements Block {
        public Tables {
            tables = tables.stream().filter(table -> !table.rows().isEmpty()).toList();
        }

        public static Tables of(Table... tables) {
            return new Tables("", List.of(tables));
        }
    }

    /** Lists of names and values, in two columns. */
    record Facts(List<FactList> lists) implements Block {}

    /** Facts under a title. */
    record FactList(String title, List<Fact> facts) {}

    /** A name and its value. */
    record Fact(String name, String value) {}

    /** The figures that a reader looks for first. */
    record Tiles(List<Tile> tiles) implements Block {}

    /** A figure with its name and its population; the latter is empty where the figure itself names what supports it. */
    record Tile(String name, Cell figure, String population) {}

    /**
     * Drawings.
     *
     * @param id of the element; may be empty
     * @param arrangement a class; may be empty
     */
    record Pictures(String id, String arrangement, List<Picture> pictures) implements Block {
        public static Pictures of(String id, Picture... pictures) {
            return new Pictures(id, "", List.of(pictures));
        }

        /** Drawings in two columns. */
        public static Pictures beside(List<Picture> pictures) {
            return new Pictures("", "two", pictures);
        }
    }

    /**
     * A drawing with what is said of it.
     *
     * @param name of what is drawn, above it; may be empty
     * @param link of the name, relative; may be empty
     * @param about after the name; may be empty
     * @param svg an element, which is put into the page as it is
     * @param keys below the drawing
     * @param legend after the keys; may be empty
     * @param details folded under it; may be empty
     */
    record Picture(String name, String link, String about, String svg, List<Key> keys, String legend, Details details) {
        /** A drawing with a legend below it. */
        public static Picture of(String svg, String legend) {
            return new Picture("", "", "", svg, List.of(), legend, Details.NONE);
        }

        /** A drawing under a caption. */
        public static Picture under(String caption, String svg) {
            return new Picture("", "", caption, svg, List.of(), "", Details.NONE);
        }

        /** The same with keys. */
        public Picture with(List<Key> marks) {
            return new Picture(name, link, about, svg, marks, legend, details);
        }
    }

    /**
     * What stands folded under a drawing.
     *
     * @param title of the fold; empty where there is nothing
     * @param code lines as they are
     * @param files names of files next to the page
     */
    record Details(String title, List<String> texts, List<String> code, String before, List<String> files) {
        public static final Details NONE = new Details("", List.of(), List.of(), "", List.of());
    }

    /** A mark of a drawing as a class of the style sheet, and its meaning. */
    record Key(String style, String label) {}
}
