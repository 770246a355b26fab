/** Imports real tick files of several formats into one recording in time order. */
@NullMarked
package org.ticktoquote.replayer.importing;

import org.jspecify.annotations.NullMarked;
