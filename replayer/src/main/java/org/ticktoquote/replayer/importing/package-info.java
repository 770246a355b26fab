/** Imports tick files, FIX logs and captures as recordings in time order. */
@NullMarked
package org.ticktoquote.replayer.importing;

import org.jspecify.annotations.NullMarked;
