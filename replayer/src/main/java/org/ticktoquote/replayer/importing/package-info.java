/** Real tick files of several families in, one recording in time order out. */
@NullMarked
package org.ticktoquote.replayer.importing;

import org.jspecify.annotations.NullMarked;
