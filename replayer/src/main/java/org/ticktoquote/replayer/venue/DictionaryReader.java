package org.ticktoquote.replayer.venue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.yaml.YamlSection;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import quickfix.ConfigError;
import quickfix.DataDictionary;

/** Judges the QuickFIX data dictionary that a venue names; what is wrong with it becomes a problem of the venues file. */
final class DictionaryReader {
    private static final String KEY = "dictionary";
    private static final String EXPECTED = "a QuickFIX data dictionary in XML, of the venue's version";
    private static final int LONGEST = 8 << 20;
    private static final int LONGEST_FAULT = 160;

    private final YamlSection section;
    private final Path folder;

    /** @param folder of the venues file */
    DictionaryReader(YamlSection section, Path folder) {
        this.section = section;
        this.folder = folder;
    }

    /** The path of a dictionary of this version; empty where there is none, or it cannot be used. */
    String read(VenueVersion version) {
        String text = section.value(KEY, EXPECTED, given -> given);
        if (text == null) {
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
            problem(text, "is no path");
        }
        return "";
    }

    /** A dictionary may have names of any length. */
    private static String brief(String fault) {
        return fault.length() > LONGEST_FAULT ? fault.substring(0, LONGEST_FAULT) + "..." : fault;
    }

    private void problem(String text, String fault) {
        section.problemAt(KEY, Problem.of(KEY).value(text).fault(fault).expected(EXPECTED));
    }

    private static String missing(Path file) {
        return (Files.exists(file) ? "is no file: " : "is not there: ") + file;
    }

    private static String fault(Path file, VenueVersion version) {
        try {
            if (Files.size(file) > LONGEST) {
                return "is longer than " + (LONGEST >> 20) + " MiB";
            }
            byte[] bytes = Files.readAllBytes(file);
            requireBounded(bytes);
            String found = new DataDictionary(new ByteArrayInputStream(bytes)).getFullVersion();
            return found.equals(version.toString()) ? "" : "is of " + found + ", the venue of " + version;
        } catch (IOException unreadable) {
            return "cannot be read: " + IoReason.of(unreadable);
        } catch (SAXParseException broken) {
            return "is no XML at " + broken.getLineNumber() + ":" + broken.getColumnNumber() + ": "
                    + broken.getMessage();
        } catch (SAXException outOfBounds) {
            return String.valueOf(outOfBounds.getMessage());
        } catch (ParserConfigurationException | ConfigError | RuntimeException broken) {
            return "is no data dictionary: " + broken.getMessage();
        }
    }

    /** QuickFIX/J's own parser would write to standard error, follow what a document type names, and know no bounds. */
    private static void requireBounded(byte[] bytes) throws IOException, SAXException, ParserConfigurationException {
        SAXParserFactory factory = SAXParserFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.newSAXParser().parse(new ByteArrayInputStream(bytes), new DictionarySize());
    }
}
