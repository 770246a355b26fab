package org.ticktoquote.replayer.venue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * How large a data dictionary is, and becomes where its components are named: a few lines could otherwise mean more fields than
 * memory holds, or never end. Read in one pass; what is out of bounds ends it with a {@link SAXException}.
 */
final class DictionarySize extends DefaultHandler {
    private static final int MOST_PARTS = 500_000;
    private static final int MOST_LEVELS = 32;
    private static final int MOST_NESTED = 32;
    private static final long MOST_FIELDS = 500_000;
    private static final String COMPONENT = "component";

    private final Map<String, Part> components = new HashMap<>();
    private final Part whole = new Part();
    private final Deque<String> open = new ArrayDeque<>();
    private final Deque<Part> within = new ArrayDeque<>();
    private int parts;

    /** A component, or all that is in none. */
    private static final class Part {
        private final Map<String, Integer> named = new HashMap<>();
        private long own;
        private long fields = -1;
        private int height;
    }

    @Override
    public void startElement(String uri, String localName, String name, Attributes attributes) throws SAXException {
        parts += 1 + attributes.getLength();
        require(parts <= MOST_PARTS, "has more than " + MOST_PARTS + " elements and attributes");
        require(open.size() < MOST_LEVELS, "nests elements more than " + MOST_LEVELS + " deep");
        Part part = within.isEmpty() ? whole : within.peek();
        if (name.equals(COMPONENT)) {
            String called = String.valueOf(attributes.getValue("name"));
            if ("components".equals(open.peek())) {
                part = components.computeIfAbsent(called, unknown -> new Part());
            } else {
                part.named.merge(called, 1, Integer::sum);
            }
        }
        part.own++;
        open.push(name);
        within.push(part);
    }

    @Override
    public void endElement(String uri, String localName, String name) {
        open.pop();
        within.pop();
    }

    @Override
    public void endDocument() throws SAXException {
        measure(whole, 0);
    }

    /** One that is named and not there is for QuickFIX/J to refuse. */
    private void measure(Part part, int level) throws SAXException {
        if (part.fields >= 0) {
            return;
        }
        int height = 0;
        long fields = part.own;
        require(level <= MOST_NESTED, tooHigh());
        for (Map.Entry<String, Integer> each : part.named.entrySet()) {
            Part component = components.get(each.getKey());
            if (component != null) {
                measure(component, level + 1);
                height = Math.max(height, component.height + 1);
                fields += each.getValue() * component.fields;
            }
            require(height <= MOST_NESTED, tooHigh());
            require(fields <= MOST_FIELDS, "has more than " + MOST_FIELDS + " fields where its components are named");
        }
        part.height = height;
        part.fields = fields;
    }

    private static String tooHigh() {
        return "nests components more than " + MOST_NESTED + " deep, or one in itself";
    }

    private static void require(boolean within, String fault) throws SAXException {
        if (!within) {
            throw new SAXException(fault);
        }
    }

    @Override
    public void error(SAXParseException found) throws SAXException {
        throw found;
    }
}
