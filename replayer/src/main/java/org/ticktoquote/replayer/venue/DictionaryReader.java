package org.ticktoquote.replayer.venue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.fix.dialect.FixVersion;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;
import quickfix.ConfigError;
import quickfix.DataDictionary;

/** Checks the QuickFIX data dictionary that a venue declares. Reports faults as problems in the venues file. */
final class DictionaryReader {
    private static final String KEY = "dictionary";
    private static final String EXPECTED = "a QuickFIX data dictionary in XML, of the venue's version";
    private static final int MAX_BYTES = 8 << 20;
    private static final int MAX_FAULT_LENGTH = 160;

    private final YamlSection section;
    private final Path folder;
    private final boolean opens;

    /**
     * @param folder folder of the venues file
     * @param opens whether to read the dictionary
     */
    DictionaryReader(YamlSection section, Path folder, boolean opens) {
        this.section = section;
        this.folder = folder;
        this.opens = opens;
    }

    /** Returns the path of the dictionary if it is of this version; empty if none is declared or read, or it has faults. */
    String read(FixVersion version) {
        String text = section.value(KEY, EXPECTED, given -> given);
        if (text == null || !opens) {
            return "";
        }
        try {
            Path file = folder.resolve(text).toAbsolutePath().normalize();
            String fault = Files.isRegularFile(file) ? brief(fault(file, version)) : missing(file);
            if (fault.isEmpty()) {
                return file.toString();
            }
            problem(text, fault);
        } catch (InvalidPathException noPath) {
            problem(text, "is not a path");
        }
        return "";
    }

    /** Limits a message that can quote names of any length. */
    private static String brief(String fault) {
        return fault.length() > MAX_FAULT_LENGTH ? fault.substring(0, MAX_FAULT_LENGTH) + "..." : fault;
    }

    private void problem(String text, String fault) {
        section.problemAt(KEY, Problem.of(KEY).value(text).fault(fault).expected(EXPECTED));
    }

    private static String missing(Path file) {
        return (Files.exists(file) ? "is not a file: " : "does not exist: ") + file;
    }

    private static String fault(Path file, FixVersion version) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                return "is longer than " + (MAX_BYTES >> 20) + " MiB";
            }
            byte[] bytes = Files.readAllBytes(file);
            requireBounded(bytes);
            String found = new DataDictionary(new ByteArrayInputStream(bytes)).getFullVersion();
            return found.equals(version.text()) ? "" : "is of " + found + ", the venue of " + version.text();
        } catch (IOException unreadable) {
            return "cannot be read: " + IoReason.of(unreadable);
        } catch (SAXParseException broken) {
            return "is not XML at " + broken.getLineNumber() + ":" + broken.getColumnNumber() + ": "
                    + broken.getMessage();
        } catch (SAXException outOfBounds) {
            return String.valueOf(outOfBounds.getMessage());
        } catch (ParserConfigurationException | ConfigError | RuntimeException broken) {
            return "is not a data dictionary: " + broken.getMessage();
        }
    }

    /**
     * Parses the file under limits first, because QuickFIX/J's own parser writes to standard error, resolves external
     * entities and has no limits.
     */
    private static void requireBounded(byte[] bytes) throws IOException, SAXException, ParserConfigurationException {
        SAXParserFactory factory = SAXParserFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.newSAXParser().parse(new ByteArrayInputStream(bytes), new DictionarySize());
    }

    /**
     * Checks the size of a data dictionary before and after its components are expanded, because a few lines can expand to
     * more fields than fit into memory, or recurse forever. Reads the file once. Throws a {@link SAXException} beyond a
     * limit.
     */
    private static final class DictionarySize extends DefaultHandler {
        private static final int MAX_PARTS = 500_000;
        private static final int MAX_LEVELS = 32;
        private static final int MAX_NESTED = 32;
        private static final long MAX_FIELDS = 500_000;
        private static final String COMPONENT = "component";

        private final Map<String, Part> components = new HashMap<>();
        private final Part whole = new Part();
        private final Deque<String> open = new ArrayDeque<>();
        private final Deque<Part> within = new ArrayDeque<>();
        private int parts;

        /** A component, or everything outside components. */
        private static final class Part {
            private final Map<String, Integer> named = new HashMap<>();
            private long own;
            private long fields = -1;
            private int height;
        }

        @Override
        public void startElement(String uri, String localName, String name, Attributes attributes) throws SAXException {
            parts += 1 + attributes.getLength();
            require(parts <= MAX_PARTS, "has more than " + MAX_PARTS + " elements and attributes");
            require(open.size() < MAX_LEVELS, "nests elements more than " + MAX_LEVELS + " deep");
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

        /** Counts a part's fields and nesting levels. Leaves undefined components to QuickFIX/J, which refuses them. */
        private void measure(Part part, int level) throws SAXException {
            if (part.fields >= 0) {
                return;
            }
            int height = 0;
            long fields = part.own;
            require(level <= MAX_NESTED, tooHigh());
            for (Map.Entry<String, Integer> each : part.named.entrySet()) {
                Part component = components.get(each.getKey());
                if (component != null) {
                    measure(component, level + 1);
                    height = Math.max(height, component.height + 1);
                    fields += each.getValue() * component.fields;
                }
                require(height <= MAX_NESTED, tooHigh());
                require(fields <= MAX_FIELDS, "has more than " + MAX_FIELDS + " fields with its components expanded");
            }
            part.height = height;
            part.fields = fields;
        }

        private static String tooHigh() {
            return "nests components more than " + MAX_NESTED + " deep, or one in itself";
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
}
