export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** ChatList */
        ChatList: {
            /** Chats */
            chats: components["schemas"]["ChatShape"][];
            /** Nextcursor */
            nextCursor: string | null;
        };
        /** ChatShape */
        ChatShape: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Title */
            title: string;
            /** Personaid */
            personaId: string;
            /**
             * Visibility
             * @enum {string}
             */
            visibility: "private" | "public";
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /**
             * Updatedat
             * Format: date-time
             */
            updatedAt: string;
        };
        /** FileEntry */
        FileEntry: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Filename */
            filename: string;
            /** Mediatype */
            mediaType: string;
            /** Bytes */
            bytes: number;
        };
        /** InfoShape */
        InfoShape: {
            /** Version */
            version: string;
            model: components["schemas"]["ModelShape"];
            /** Models */
            models: components["schemas"]["ModelShape"][];
            /** Features */
            features: {
                [key: string]: boolean;
            };
        };
        /** KeyEntry */
        KeyEntry: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Name */
            name: string;
            /** Prefix */
            prefix: string;
            /** Scopes */
            scopes: string[];
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /** Lastusedat */
            lastUsedAt: string | null;
            /** Expiresat */
            expiresAt: string | null;
        };
        /** MadeKey */
        MadeKey: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Name */
            name: string;
            /** Prefix */
            prefix: string;
            /** Scopes */
            scopes: string[];
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /** Lastusedat */
            lastUsedAt: string | null;
            /** Expiresat */
            expiresAt: string | null;
            /**
             * Key
             * @description The key itself, shown this once.
             */
            key: string;
        };
        /** Me */
        Me: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Type */
            type: string;
            /** Email */
            email: string | null;
            /** Name */
            name: string;
            /** Picture */
            picture: string | null;
            /** Tenantid */
            tenantId: string;
            /** Isadmin */
            isAdmin: boolean;
        };
        /** MessageList */
        MessageList: {
            chat: components["schemas"]["ChatShape"];
            /** Messages */
            messages: components["schemas"]["MessageShape"][];
            /** Hasmore */
            hasMore: boolean;
            /** Ismine */
            isMine: boolean;
        };
        /** MessageShape */
        MessageShape: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /**
             * Role
             * @enum {string}
             */
            role: "user" | "assistant";
            /** Parts */
            parts: {
                [key: string]: unknown;
            }[];
            /**
             * Status
             * @enum {string}
             */
            status: "complete" | "partial" | "error";
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /**
             * Turnid
             * Format: uuid
             */
            turnId: string;
            /** Model */
            model: string | null;
            /** Feedback */
            feedback: ("up" | "down") | null;
            /** Siblings */
            siblings: string[];
        };
        /** ModelShape */
        ModelShape: {
            /** Name */
            name: string;
            /** Isdemo */
            isDemo: boolean;
            /** Seesimages */
            seesImages: boolean;
        };
        /** PersonaShape */
        PersonaShape: {
            /** Id */
            id: string;
            /** Name */
            name: string;
            /** Description */
            description: string;
            /** Isdefault */
            isDefault: boolean;
            /** Isperpetual */
            isPerpetual: boolean;
            /**
             * Speaks
             * @enum {string}
             */
            speaks: "always" | "when_spoken_to" | "never";
            /** Composerkinds */
            composerKinds: string[];
            /** Profiles */
            profiles: components["schemas"]["ProfileShape"][];
        };
        /**
         * ProfileShape
         * @description A side of a persona that a chat can be held with.
         */
        ProfileShape: {
            /** Id */
            id: string;
            /** Name */
            name: string;
            /** Description */
            description: string;
        };
        /** PromptSettings */
        PromptSettings: {
            /** Thinprompt */
            thinPrompt: string;
            /** Conversational */
            conversational: components["schemas"]["Rule"][];
            /** Actionable */
            actionable: components["schemas"]["Rule"][];
            /** Actionentities */
            actionEntities: string[];
            /** Canrequests */
            canRequests: components["schemas"]["Rule"][];
            /** Historytokens */
            historyTokens: number;
            /** Prompttokens */
            promptTokens: number;
        };
        /** ProviderEntry */
        ProviderEntry: {
            /** Name */
            name: string;
            /** Label */
            label: string;
        };
        /**
         * Rule
         * @description A regex with a name; the name, never what it matched, stands in the trace.
         */
        Rule: {
            /** Name */
            name: string;
            /** Pattern */
            pattern: string;
        };
        /** SettingsVersion */
        SettingsVersion: {
            /** Version */
            version: number;
            settings: components["schemas"]["PromptSettings"];
            /** Changedby */
            changedBy: string | null;
            /** Changedat */
            changedAt: string | null;
        };
        /** SettingsVersions */
        SettingsVersions: {
            /** Versions */
            versions: components["schemas"]["SettingsVersion"][];
            /** Nextbefore */
            nextBefore: number | null;
        };
        /** SignInEntry */
        SignInEntry: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Useragent */
            userAgent: string;
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /**
             * Lastseenat
             * Format: date-time
             */
            lastSeenAt: string;
            /**
             * Expiresat
             * Format: date-time
             */
            expiresAt: string;
            /** Iscurrent */
            isCurrent: boolean;
        };
        /** TriedWay */
        TriedWay: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "conversational" | "actionable";
            /** Reason */
            reason: string;
            /** Rules */
            rules: string[];
            /** Entities */
            entities: string[];
            /** Canrule */
            canRule: string | null;
            /** Version */
            version: number;
        };
        /** UserEntry */
        UserEntry: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Email */
            email: string | null;
            /** Name */
            name: string;
            /** Isadmin */
            isAdmin: boolean;
            /** Suspendedat */
            suspendedAt: string | null;
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
        };
        /** UserList */
        UserList: {
            /** Users */
            users: components["schemas"]["UserEntry"][];
            /** Nextcursor */
            nextCursor: string | null;
        };
        /** Ways */
        Ways: {
            /** Providers */
            providers: components["schemas"]["ProviderEntry"][];
            /** Hasaccounts */
            hasAccounts: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
