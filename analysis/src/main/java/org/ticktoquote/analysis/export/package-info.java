/** A run as tables for other engines: which there are, their columns, and their rows. How they are stored is somebody else's. */
@NullMarked
package org.ticktoquote.analysis.export;

import org.jspecify.annotations.NullMarked;
