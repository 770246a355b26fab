/** Runs and matrices on disk: listing, the link to the newest, removal, and compression. */
@NullMarked
package org.ticktoquote.analysis.stored;

import org.jspecify.annotations.NullMarked;
